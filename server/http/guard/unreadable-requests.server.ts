import { STATUS_CODES, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** The statuses that Node has for requests that it cannot read; 400 for any other error. */
const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers a request that Node cannot read with a sentence: Node's own answer has none, and browsers show it as blank. A
 * connection with an open response is cut off.
 */
export function answerUnreadable(
  { code = "", rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer },
  socket: Duplex,
  open: ReadonlySet<ServerResponse>,
): void {
  const isAnswered = [...open].some((response) => response.socket === socket);
  if (!socket.writable || isAnswered) return void socket.destroy();
  const status = STATUSES[code] ?? 400;
  const text =
    status === 431
      ? "The request and its cookies are too long.\n"
      : "The request cannot be read.\n";
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n`;
  const isHead = rawPacket?.toString("latin1", 0, 5) === "HEAD ";
  socket.end(isHead ? head : head + text);
}
