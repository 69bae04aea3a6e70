/** Who is to blame for a failure. Validity and exit codes follow from it. */
export type Blame = 'agent' | 'provider' | 'harness' | 'evaluator' | 'user';

export interface ErrorDetails {
  /** Where the fault is: a file, optionally with a place in it (`manifest.yaml:3:5 tasks[0].scenario`). */
  where?: string;
  /** What the reader should do now, as a sentence. */
  hint?: string;
  cause?: unknown;
}

/**
 * Every error this program raises on purpose.
 * `code` is stable and meant for programs; `message` is one line meant for people.
 */
export class CleanslateError extends Error {
  override readonly name: string = 'CleanslateError';
  readonly where: string | undefined;
  readonly hint: string | undefined;

  constructor(
    readonly code: `CLEANSLATE_${string}`,
    readonly blame: Blame,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.where = details.where;
    this.hint = details.hint;
  }

  /** The process's exit code for this error (contract, "Exit codes"): 2 user's mistake, 3 harness or engine failure. */
  get exitCode(): 2 | 3 {
    return this.blame === 'user' ? 2 : 3;
  }

  /** The one line a user sees: where, what is wrong, what to do. */
  get line(): string {
    const where = this.where === undefined ? '' : `${this.where}: `;
    const hint = this.hint === undefined ? '' : `; ${this.hint}`;
    return `${where}${this.message}${hint}`.replaceAll(/\s*\n\s*/g, ' ');
  }

  /** What a user sees: `line`, or several where several things are wrong. */
  get lines(): readonly string[] {
    return [this.line];
  }
}

/** The user gave something we cannot work with. Exit code 2. */
export class UserError extends CleanslateError {
  override readonly name = 'UserError';
  constructor(code: `CLEANSLATE_${string}`, message: string, details?: ErrorDetails) {
    super(code, 'user', message, details);
  }
}

/** The harness, or the engine below it, failed. Exit code 3. */
export class HarnessError extends CleanslateError {
  override readonly name = 'HarnessError';
  constructor(code: `CLEANSLATE_${string}`, message: string, details?: ErrorDetails) {
    super(code, 'harness', message, details);
  }
}

/** The message of anything that was thrown, for a `cause` shown to people. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
