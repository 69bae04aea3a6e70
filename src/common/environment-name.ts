/** The name of an environment variable, as every shell takes it (POSIX, "Environment Variables", with lower case). */
export const ENVIRONMENT_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What is said of one that is none. */
export const NO_ENVIRONMENT_NAME = 'must be the name of an environment variable';
