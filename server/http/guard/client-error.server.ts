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
 * The status for bytes that Node could not read as a request. Node gives up on a head of 16 KB; when the address alone
 * takes half of that, the status is 414.
 */
export function clientErrorStatus({ code = "", rawPacket }: ClientError): number {
  const start = rawPacket?.toString("latin1", 0, ADDRESS_LIMIT + 16) ?? "";
  if (code === "HPE_HEADER_OVERFLOW" && TOO_LONG.test(start)) return 414;
  return STATUSES[code] ?? 400;
}
