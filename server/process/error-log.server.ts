import type { Logger } from "./logger.server";

/**
 * Writes what went wrong while a page was made: one line. An answer of the router's (a POST to a page that
 * takes none) is the visitor's mistake, so it has neither a stack nor the path that was typed.
 *
 * @param error whatever was thrown
 */
export function logError(logger: Pick<Logger, "info" | "error">, error: unknown): void {
  if (error instanceof Error) {
    const { name, message, stack } = error;
    return logger.error({ name, message, stack }, "error");
  }
  if (isAnswer(error)) {
    const { status, statusText } = error;
    return logger[status < 500 ? "info" : "error"]({ status, statusText }, "refused by the router");
  }
  // Only a text is told: what an object holds may be about a person.
  const type = Object.prototype.toString.call(error).slice("[object ".length, -1);
  logger.error({ name: type, message: typeof error === "string" ? error : undefined }, "error");
}

/** What React Router throws in place of an answer. */
function isAnswer(error: unknown): error is { status: number; statusText: string } {
  if (typeof error !== "object" || error === null) return false;
  const { status, statusText } = error as { status?: unknown; statusText?: unknown };
  return typeof status === "number" && typeof statusText === "string";
}
