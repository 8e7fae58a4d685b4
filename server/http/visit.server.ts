import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { clientNetwork, isLoopback, readForwarded } from "../process/client-address.server";
import type { RequestContext } from "../process/request-context.server";
import type { Settings } from "../process/settings.server";

export const SAFE_METHODS: readonly string[] = ["GET", "HEAD"];

/** A request on its way through the HTTP layer. */
export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  context: RequestContext;
  /** The request target without its query string. */
  path: string;
  /** The parsed address, or why it cannot be read. */
  address: URL | AddressFault;
  /** Whether the method may change something: any but GET and HEAD. */
  isUnsafe: boolean;
}

/** Headers that only a trusted proxy may set. The context contains the accepted values. */
const FORWARDING = ["x-forwarded-for", "forwarded", "x-forwarded-proto", "x-forwarded-host"];

/**
 * Begins the visit of a new request: removes the forwarding headers, because Remix and Express would trust some of them
 * from anyone. A trusted proxy's host replaces `Host`.
 */
export function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { trustedProxies, siteUrl }: Pick<Settings, "trustedProxies" | "siteUrl">,
): Visit {
  const { headers, socket, method = "", url: target = "" } = request;
  const peer = socket.remoteAddress ?? "";
  const {
    clientAddress,
    host = headers.host,
    https,
  } = readForwarded(peer, headers, trustedProxies);
  const network = clientNetwork(clientAddress);
  const forwarded = FORWARDING.filter((name) => headers[name] !== undefined);
  for (const name of forwarded) Reflect.deleteProperty(headers, name);
  headers.host = host;
  const address = readAddress(host, target);
  // A local proxy that does not name its visitor passes on the name of the site, and a page of another site whose name
  // was made to resolve to this machine sends that name.
  const isLocal = isLoopback(network) && address instanceof URL && isLoopback(address.hostname);
  const context: RequestContext = {
    requestId: randomUUID().replaceAll("-", "").slice(0, 16),
    nonce: randomUUID(),
    clientAddress,
    fromThisMachine: isLocal && forwarded.length === 0,
    network,
    https,
    secureCookies: https || siteUrl.protocol === "https:",
    response: () => response,
  };
  return {
    request,
    response,
    context,
    path: pathOf(target),
    address,
    isUnsafe: !SAFE_METHODS.includes(method),
  };
}

/**
 * Headers of every response to a visit: its reference id, `Server-Timing` with the server's time and whether the request
 * asks to save data, which a page for everybody cannot say, and over https the order to stay there.
 */
export function visitHeaders({ request, context }: Pick<Visit, "request" | "context">) {
  const saveData = request.headers["save-data"] === "on" ? ", save-data" : "";
  const headers: [name: string, value: string][] = [
    ["X-Request-Id", context.requestId],
    ["Server-Timing", `clock;dur=${Date.now()}${saveData}`],
  ];
  if (context.https) headers.push(["Strict-Transport-Security", "max-age=31536000"]);
  return headers;
}

/** Longest path of a request target, and longest target with its query string, in bytes. */
export const PATH_LIMIT = 2 * 1024;
export const ADDRESS_LIMIT = 8 * 1024;

/** Why an address is refused. */
export type AddressFault = "too-long" | "bad-url";

/** Most parameters named `index`. Remix puts one into the address of a form, and copies the query for each it finds. */
const MOST_INDEXES = 8;

/** Valid `Host` headers. Other characters could hide the rest of the URL: `evil.test#` makes any path the home page. */
const HOST = /^[\w.:[\]-]{1,255}$/;

const EMPTY_SEGMENT = /[/\\]{2}/;

/**
 * Parses the address of a request into the same URL that Remix will build. The URL has a bounded length, a well-formed
 * host, no empty path segments (Remix's patterns take the square of the length of a run of slashes or backslashes), and
 * percent escapes that decode without NUL. Only a referral code may contain any bytes.
 *
 * @param host the `Host` header, which a request of HTTP/1.0 need not have
 * @param target the request target, as received
 */
export function readAddress(host = "none", target: string): URL | AddressFault {
  const path = pathOf(target);
  if (target.length > ADDRESS_LIMIT || path.length > PATH_LIMIT) return "too-long";
  if (EMPTY_SEGMENT.test(path) || !path.startsWith("/") || !HOST.test(host)) return "bad-url";
  const url = URL.parse(`http://${host}${target}`);
  if (url === null) return "bad-url";
  if (url.search && url.searchParams.getAll("index").length > MOST_INDEXES) return "bad-url";
  return /^\/ref\//i.test(url.pathname) || decodes(url.pathname) ? url : "bad-url";
}

function decodes(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

function pathOf(target: string): string {
  const end = target.indexOf("?");
  return end < 0 ? target : target.slice(0, end);
}
