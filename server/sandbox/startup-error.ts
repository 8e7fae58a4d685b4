import { SettingsError } from "../process/settings.server";
import { UnusableDatabaseError } from "./database-snapshot";
import { DuckDBMissingError } from "./duckdb";
import { ImportError } from "./trip-import";

const SPEAKING_FOR_THEMSELVES = [
  SettingsError,
  DuckDBMissingError,
  UnusableDatabaseError,
  ImportError,
];

/** What a person at a terminal reads of a failure: its sentence, or all of it when it is unforeseen. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const speaks = SPEAKING_FOR_THEMSELVES.some((type) => error instanceof type);
  return speaks ? error.message : (error.stack ?? error.message);
}
