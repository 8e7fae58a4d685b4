import { request } from "node:https";
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";

/**
 * One GET over TLS.
 *
 * @param ca the certificate that is believed, in PEM
 */
export function tlsRequest(
  origin: string,
  path: string,
  ca: string,
  headers: OutgoingHttpHeaders = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, origin), { ca, headers, agent: false }, (incoming) => {
      text(incoming).then(
        (body) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }),
        reject,
      );
    });
    outgoing.once("error", reject);
    outgoing.end();
  });
}
