import { ServerResponse, IncomingMessage, type IncomingHttpHeaders } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { receive } from "server/http/visit.server";
import { parseSettings } from "server/process/settings.server";

function arrive(peer: string, headers: IncomingHttpHeaders, environment = {}) {
  const request = new IncomingMessage(new Socket());
  Object.defineProperty(request.socket, "remoteAddress", { value: peer });
  Object.assign(request, { url: "/", headers });
  return receive(request, new ServerResponse(request), parseSettings(environment)).context;
}

it.each<[boolean, string, IncomingHttpHeaders]>([
  [true, "127.0.0.1", { host: "localhost:3000" }],
  [true, "::ffff:127.0.0.1", { host: "127.0.0.1:3000" }],
  [true, "::1", { host: "[::1]:3000" }],
  [false, "192.0.2.1", { host: "localhost:3000" }],
  // A proxy on this machine that names the visitor, or passes on the host that the visitor requested.
  [false, "127.0.0.1", { host: "localhost:3000", "x-forwarded-for": "192.0.2.1" }],
  [false, "127.0.0.1", { host: "localhost:3000", forwarded: "for=192.0.2.1" }],
  [false, "127.0.0.1", { host: "pulse.example.com" }],
  [false, "127.0.0.1", { host: "localhost.evil.test" }],
  [false, "127.0.0.1", {}],
])("fromThisMachine is %s for the peer %s with %j", (own, peer, headers) => {
  expect(arrive(peer, headers).fromThisMachine).toBe(own);
});

it.each([
  ["https://pulse.example.com", "other.test", true],
  ["http://pulse.example.com", "pulse.example.com", false],
])("for the site %s and the requested host %s, secureCookies is %s", (site, host, secure) => {
  expect(arrive("192.0.2.1", { host }, { SITE_URL: site }).secureCookies).toBe(secure);
});

it("whoever is not a trusted proxy sets neither the host nor a forwarding header that Remix could read", () => {
  const headers: IncomingHttpHeaders = {
    host: "pulse.example.com",
    forwarded: "host=evil.test",
    "x-forwarded-host": "evil.test",
    "x-forwarded-for": "192.0.2.7",
    "x-forwarded-proto": "https",
  };
  expect(arrive("192.0.2.1", headers, { TRUST_PROXY: "0" }).https).toBe(false);
  expect(headers).toEqual({ host: "pulse.example.com" });
});
