import { SettingsError } from "../process/settings.server";

/** A failure whose message is all that a person at a terminal needs to read of it. */
export class PlainError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "PlainError";
  }
}

/** What a person at a terminal reads of a failure: its sentence, or all of it when it is unforeseen. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isPlain = error instanceof PlainError || error instanceof SettingsError;
  return isPlain ? error.message : (error.stack ?? error.message);
}
