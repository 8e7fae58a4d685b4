import type { IncomingMessage } from "node:http";

/** Largest request body in bytes. */
export const BODY_LIMIT = 64 * 1024;

/** Whether a request says itself that its body is too large. */
export function announcesTooMuch(request: IncomingMessage): boolean {
  return Number(request.headers["content-length"] ?? 0) > BODY_LIMIT;
}

/**
 * Counts a body while it is read, for senders that do not announce its length. When the limit is passed
 * the rest never reaches the reader.
 *
 * @param onExceeded called once, when the limit is passed
 * @param limit in bytes
 */
export function limitBody(
  request: IncomingMessage,
  onExceeded: () => void,
  limit = BODY_LIMIT,
): void {
  let bytes = 0;
  function count(chunk: Buffer): void {
    bytes += chunk.length;
    if (bytes <= limit) return;
    // The reader waits for an end that never comes, and is collected as garbage together with the request.
    request.removeAllListeners("data");
    request.removeAllListeners("end");
    request.resume();
    onExceeded();
  }
  // A listener sets the body flowing. Pausing first keeps it back until its reader is there.
  request.pause();
  request.on("data", count);
}
