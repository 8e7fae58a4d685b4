import { SettingsError } from "../process/settings.server";

/** An error whose message alone is enough for a person at a terminal. */
export class PlainError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "PlainError";
  }
}

/** Text of an error for a person at a terminal: the message of an expected error, the stack of any other. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isPlain = error instanceof PlainError || error instanceof SettingsError;
  return isPlain ? error.message : (error.stack ?? error.message);
}
