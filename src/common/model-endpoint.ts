/**
 * Where the model gateway is inside every sandbox, and what stands there for a key. The same for every attempt,
 * so that the files and the environment that agents start with are the same bytes.
 */
export const MODEL_PORT = 8900;
export const MODEL_ORIGIN = `http://127.0.0.1:${String(MODEL_PORT)}`;

/** Some CLIs refuse to start without a key. The real one is the gateway's and never comes inside. */
export const PLACEHOLDER_KEY = 'placeholder';
