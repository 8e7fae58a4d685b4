import { once } from "node:events";
import {
  get,
  request,
  type Agent,
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
 * Sends one request exactly as given: adds nothing, does not normalise the path, follows no redirect.
 *
 * @param origin of the server
 * @param path request target as sent over the wire
 */
export function rawRequest(
  origin: string,
  path: string,
  options: {
    method?: string;
    headers?: OutgoingHttpHeaders;
    body?: string | Buffer | undefined;
    /** Its connections are used again; without it the request has its own. */
    agent?: Agent;
  } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const { method = "GET", headers, body, agent = false } = options;
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers, agent }, (incoming) => {
      text(incoming).then(
        (body) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }),
        reject,
      );
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}

/** Resolves with the response's headers, on a connection of its own; the caller reads the body. */
export async function openAnswer(
  url: string,
  headers: OutgoingHttpHeaders = {},
): Promise<IncomingMessage> {
  const [response] = (await once(get(url, { headers, agent: false }), "response")) as [
    IncomingMessage,
  ];
  return response;
}
