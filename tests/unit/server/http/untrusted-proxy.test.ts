import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { settingsFindings } from "server/operations/doctor/settings-findings";
import { createProxyWarning } from "server/http/untrusted-proxy.server";
import { parseSettings } from "server/process/settings.server";

/** What is logged of requests from these peers. */
function logged(trust: string, ...requests: [peer: string, headers: IncomingHttpHeaders][]) {
  const logger = { warn: vi.fn() };
  const warn = createProxyWarning(logger, parseSettings({ TRUST_PROXY: trust }).trustedProxies);
  for (const [remoteAddress, headers] of requests) {
    // Of a socket nothing else is used.
    warn({ headers, socket: { remoteAddress } as Socket });
  }
  return logger.warn.mock.calls as [fields: object, text: string][];
}

const FORWARDED = { "x-forwarded-for": "203.0.113.9" };

describe("a proxy that is not trusted", () => {
  it.each([
    ["0", "::ffff:10.2.3.4", "0", "10.2.3.4"],
    ["0", "198.51.100.7", "0", "198.51.100.0"],
    ["0", "2001:db8:1:2::7", "0", "2001:db8:1::"],
    ["0", "::1", "0", "::1"],
    ["0", "fd00::1:2", "0", "fd00::1:2"],
    ["0", "fe80::1:2", "0", "fe80::1:2"],
    ["0", "100.64.1.2", "0", "100.64.1.2"],
    ["10.0.0.0/8,192.0.2.1", "172.16.0.9", "10.0.0.0/8, 192.0.2.1/32", "172.16.0.9"],
  ])("is warned of once, with TRUST_PROXY=%s and the peer %s", (trust, from, trustProxy, peer) => {
    const text = expect.stringMatching(/^a proxy is not trusted: .+ set TRUST_PROXY to/) as string;
    expect(logged(trust, [from, FORWARDED], ["10.0.0.2", FORWARDED])).toEqual([
      [{ trustProxy, peer, header: "x-forwarded-for" }, text],
    ]);
    expect(logged(trust, [from, { forwarded: "for=203.0.113.9" }])).toEqual([
      [{ trustProxy, peer, header: "forwarded" }, text],
    ]);
  });

  it("is not warned of where it is trusted, nor where nothing was forwarded", () => {
    expect(logged("10.0.0.0/8", ["10.0.0.1", FORWARDED])).toEqual([]);
    expect(logged("0", ["198.51.100.7", {}])).toEqual([]);
  });
});

it.each([
  ["warn", { APP_ENV: "production" }],
  ["warn", { SITE_URL: "https://pulse.test" }],
  ["ok", {}],
  ["ok", { APP_ENV: "production", TRUST_PROXY: "1" }],
  ["ok", { SITE_URL: "https://pulse.test", TRUST_PROXY: "10.0.0.0/8" }],
])("the doctor says %s of %j", (state, environment) => {
  const upstream = "http://upstream.test";
  const settings = parseSettings({
    SITE_URL: "http://pulse.test",
    CORE_API_URL: upstream,
    AUTH_API_URL: upstream,
    SESSION_SECRET: "s".repeat(32),
    ...environment,
  });
  const finding = settingsFindings(settings, {}).find(({ subject }) => subject === "TRUST_PROXY");
  expect(finding?.state).toBe(state);
});
