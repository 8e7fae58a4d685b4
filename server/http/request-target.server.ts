import type { IncomingMessage } from "node:http";
import { isHost } from "../process/request-url.server";

const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)(.*)$/is;

/**
 * Brings a request that was asked in the absolute form, as proxies are, to the origin form: its authority takes the
 * place of `Host` (RFC 9112, section 3.2.2).
 *
 * @param request changed in place
 * @returns false for one that is to be refused (sections 3.2 and 3.2.2): it has several `Host` lines, or names no host
 */
export function toOriginForm(request: IncomingMessage): boolean {
  if (hasSeveralHosts(request.rawHeaders)) return false;
  const [, authority, rest = ""] = ABSOLUTE_FORM.exec(request.url ?? "") ?? [];
  if (authority === undefined) return true;
  if (!isHost(authority)) return false;
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  request.headers.host = authority;
  return true;
}

/** Node itself keeps the first and drops the others. */
function hasSeveralHosts(rawHeaders: string[]): boolean {
  let hosts = 0;
  for (let name = 0; name < rawHeaders.length; name += 2) {
    const text = rawHeaders[name] ?? "";
    if (text.length === 4 && text.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}
