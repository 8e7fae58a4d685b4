import { ServerResponse, IncomingMessage, type IncomingHttpHeaders } from "node:http";
import { Socket } from "node:net";
import { expect, it, vi } from "vitest";
import { settingsFindings } from "server/operations/doctor/settings-findings";
import { createReception } from "server/http/visit.server";
import { parseSettings } from "server/process/settings.server";

function reception(environment: Record<string, string>) {
  const logger = { warn: vi.fn() };
  const receive = createReception(parseSettings(environment), logger);
  const arrive = (peer: string, headers: IncomingHttpHeaders) => {
    const request = new IncomingMessage(new Socket());
    Object.defineProperty(request.socket, "remoteAddress", { value: peer });
    request.headers = headers;
    return receive(request, new ServerResponse(request)).context;
  };
  return { arrive, logged: () => logger.warn.mock.calls };
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
  expect(reception({}).arrive(peer, headers).fromThisMachine).toBe(own);
});

it("waiting for a slow reader leaves no listener behind", async () => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  Object.defineProperty(response, "writableNeedDrain", { value: true });
  const receive = createReception(parseSettings({}), { warn: vi.fn() });
  const { writable } = receive(request, response).context.connection();
  const before = response.listenerCount("close");
  for (let wait = 0; wait < 3; wait += 1) {
    const ready = writable();
    response.emit("drain");
    await ready;
  }
  expect(response.listenerCount("close")).toBe(before);
});

it.each([
  ["https://pulse.example.com", "other.test", true],
  ["http://pulse.example.com", "pulse.example.com", false],
])("for the site %s and the requested host %s, secureCookies is %s", (site, host, secure) => {
  expect(reception({ SITE_URL: site }).arrive("192.0.2.1", { host }).secureCookies).toBe(secure);
});

it.each([
  ["0", "::ffff:10.2.3.4", "10.2.3.0"],
  ["0", "2001:db8:1:2::7", "2001:db8:1::"],
  ["10.0.0.0/8,192.0.2.1", "172.16.0.9", "172.16.0.0"],
])(
  "one warning is logged about an untrusted proxy, with TRUST_PROXY=%s and the peer %s",
  (trustProxy, from, peer) => {
    const text = expect.stringMatching(/^a proxy is not trusted: .+ set TRUST_PROXY to/) as string;
    for (const [header, value] of [
      ["x-forwarded-for", "203.0.113.9"],
      ["forwarded", "for=203.0.113.9"],
    ] as const) {
      const { arrive, logged } = reception({ TRUST_PROXY: trustProxy });
      for (const peer of [from, "10.0.0.2"]) arrive(peer, { [header]: value });
      expect(logged()).toEqual([[{ trustProxy, peer, header }, text]]);
    }
  },
);

it("no warning is logged about a trusted proxy, or without a header that names the visitor", () => {
  const trusting = reception({ TRUST_PROXY: "10.0.0.0/8" });
  trusting.arrive("10.0.0.1", { "x-forwarded-for": "203.0.113.9" });
  const direct = reception({});
  direct.arrive("198.51.100.7", { "x-forwarded-proto": "https" });
  expect([...trusting.logged(), ...direct.logged()]).toEqual([]);
});

it.each([
  ["warn", { APP_ENV: "production" }],
  ["warn", { SITE_URL: "https://pulse.test" }],
  ["ok", {}],
  ["ok", { APP_ENV: "production", TRUST_PROXY: "1" }],
  ["ok", { SITE_URL: "https://pulse.test", TRUST_PROXY: "10.0.0.0/8" }],
])("the doctor's finding about TRUST_PROXY is %s for %j", (state, environment) => {
  const upstream = "http://upstream.test";
  const settings = parseSettings({
    SITE_URL: "http://pulse.test",
    CORE_API_URL: upstream,
    AUTH_API_URL: upstream,
    SESSION_SECRET: "s".repeat(32),
    ...environment,
  });
  const finding = settingsFindings(settings).find(({ subject }) => subject === "TRUST_PROXY");
  expect(finding?.state).toBe(state);
});
