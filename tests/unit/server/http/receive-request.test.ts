import { ServerResponse, IncomingMessage, type IncomingHttpHeaders } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { receive } from "server/http/receive-request.server";
import { parseSettings } from "server/process/settings.server";

/** A request from an address, as it is received. */
function received(peer: string, headers: IncomingHttpHeaders, siteUrl = "http://localhost:3000") {
  const request = new IncomingMessage(new Socket());
  Object.defineProperty(request.socket, "remoteAddress", { value: peer });
  request.headers = headers;
  const settings = parseSettings({ SITE_URL: siteUrl });
  return receive(request, new ServerResponse(request), settings, () => Promise.resolve(true));
}

it.each<[boolean, string, IncomingHttpHeaders]>([
  [true, "127.0.0.1", { host: "localhost:3000" }],
  [true, "::ffff:127.0.0.1", { host: "127.0.0.1:3000" }],
  [true, "::1", { host: "[::1]:3000" }],
  [false, "192.0.2.1", { host: "localhost:3000" }],
  // A proxy on this machine, whether it names the visitor or passes on what the visitor asked for.
  [false, "127.0.0.1", { host: "localhost:3000", "x-forwarded-for": "192.0.2.1" }],
  [false, "127.0.0.1", { host: "localhost:3000", forwarded: "for=192.0.2.1" }],
  [false, "127.0.0.1", { host: "pulse.example.com" }],
  [false, "127.0.0.1", { host: "localhost.evil.test" }],
  [false, "127.0.0.1", {}],
])("whether this machine asks for itself is %s: %s with %j", (own, peer, headers) => {
  expect(received(peer, headers).fromThisMachine).toBe(own);
});

it.each([
  ["https://pulse.example.com", "other.test", true],
  ["http://pulse.example.com", "pulse.example.com", false],
])("cookies on %s are Secure whatever host is asked for (%s): %s", (site, host, secure) => {
  expect(received("192.0.2.1", { host }, site).secureCookies).toBe(secure);
});
