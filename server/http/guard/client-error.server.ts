import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { ADDRESS_LIMIT } from "../../process/request-url.server";

/** What Node tells of a request that it could not read. */
export interface ClientError extends Error {
  code?: string;
  /** The bytes at which it gave up. */
  rawPacket?: Buffer;
}

const STATUSES: Record<string, number | undefined> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const TOO_LONG = new RegExp(`^[A-Z]+ [^ \\r\\n]{${ADDRESS_LIMIT}}`);

/**
 * The status of a request that never became one. Node gives up on a head of 16 KB; when the address alone
 * took half of that, 414 says what is the matter.
 */
export function clientErrorStatus({ code = "", rawPacket }: ClientError): number {
  const start = rawPacket?.toString("latin1", 0, ADDRESS_LIMIT + 16) ?? "";
  if (code === "HPE_HEADER_OVERFLOW" && TOO_LONG.test(start)) return 414;
  return STATUSES[code] ?? 400;
}

/** Answers what a server could not read as Node does by itself, but for that status. */
export function answerClientErrors(server: Server): void {
  const responses = new WeakMap<Duplex, Set<ServerResponse>>();
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const underWay = responses.get(socket) ?? new Set();
    responses.set(socket, underWay.add(response));
    response.on("close", () => underWay.delete(response));
  });
  server.on("clientError", (error: ClientError, socket: Duplex) => {
    const underWay = [...(responses.get(socket) ?? [])];
    const isMidResponse = underWay.some(({ headersSent, closed }) => headersSent && !closed);
    if (socket.writable && !isMidResponse) {
      const status = clientErrorStatus(error);
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
    }
    socket.destroy();
  });
}
