import { once } from "node:events";
import {
  get,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from "node:http";
import { text } from "node:stream/consumers";

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * One request exactly as given: nothing is added, the path is not normalised, redirects are not followed.
 *
 * @param origin where to connect to
 * @param path request target as it goes over the wire
 */
export function rawRequest(
  origin: string,
  path: string,
  options: {
    method?: string;
    headers?: OutgoingHttpHeaders;
    body?: string | Buffer | undefined;
  } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const { method = "GET", headers, body } = options;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, path, method, headers, agent: false },
      (incoming) => {
        text(incoming).then(
          (body) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }),
          reject,
        );
      },
    );
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}

/** An answer that has begun, on a connection of its own: whoever asks reads as much of it as they want. */
export async function openAnswer(
  url: string,
  headers: OutgoingHttpHeaders = {},
): Promise<IncomingMessage> {
  const [answer] = (await once(get(url, { headers, agent: false }), "response")) as [
    IncomingMessage,
  ];
  return answer;
}
