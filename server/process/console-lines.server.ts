import { format } from "node:util";
import { withoutQuotedPersons } from "./logged-path.server";
import type { Logger } from "./logger.server";

const LONGEST_LINE = 2_000;

/**
 * Turns what libraries print as warnings and errors into log lines, one each, so that whoever reads standard
 * output as JSON reads all of it. `console.log` stays: the one line for a person is printed with it.
 *
 * @param printer whose `warn` and `error` are replaced
 */
export function logConsoleLines(
  logger: Pick<Logger, "warn" | "error">,
  printer: Pick<Console, "warn" | "error"> = console,
): void {
  for (const level of ["warn", "error"] as const) {
    printer[level] = (...printed: unknown[]) => {
      const text = format(...printed).slice(0, LONGEST_LINE);
      if (text.trim() === "") return;
      logger[level]({ printed: withoutQuotedPersons(text) }, "a library says");
    };
  }
}
