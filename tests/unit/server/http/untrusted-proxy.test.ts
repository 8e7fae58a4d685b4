import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { settingsFindings } from "server/doctor/settings-findings";
import { createProxyWarning } from "server/http/untrusted-proxy.server";
import { parseSettings } from "server/settings.server";

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

const warnings = (...asked: Parameters<typeof logged>) =>
  logged(...asked).map(([fields]) => fields);

const FORWARDED = { "x-forwarded-for": "203.0.113.9" };

describe("a proxy that is not trusted", () => {
  it.each([
    ["0", "10.2.3.4", "0", "10.2.3.4"],
    ["0", "::ffff:10.2.3.4", "0", "10.2.3.4"],
    ["0", "198.51.100.7", "0", "198.51.100.0"],
    ["0", "2001:db8:1:2::7", "0", "2001:db8:1::"],
    ["0", "::1", "0", "::1"],
    ["0", "fd00::1:2", "0", "fd00::1:2"],
    ["0", "fe80::1:2", "0", "fe80::1:2"],
    ["0", "100.64.1.2", "0", "100.64.1.2"],
    ["10.0.0.0/8,192.0.2.1", "172.16.0.9", "10.0.0.0/8, 192.0.2.1/32", "172.16.0.9"],
  ])("with TRUST_PROXY=%s and the peer %s is told of", (trust, from, trustProxy, peer) => {
    expect(warnings(trust, [from, FORWARDED])).toEqual([
      { trustProxy, peer, header: "x-forwarded-for" },
    ]);
    expect(warnings(trust, [from, { forwarded: "for=203.0.113.9" }])).toEqual([
      { trustProxy, peer, header: "forwarded" },
    ]);
  });

  it("is told of with what it costs and what mends it", () => {
    const [[, text] = []] = logged("0", ["10.0.0.1", FORWARDED]);
    expect(text).toMatch(
      /^a proxy is not trusted: .+ counts as one address\. .+ set TRUST_PROXY to/,
    );
  });

  it("is told of once", () => {
    expect(warnings("0", ["10.0.0.1", FORWARDED], ["10.0.0.2", FORWARDED])).toHaveLength(1);
  });

  it("is none where it is believed, nor where nothing was forwarded", () => {
    expect(warnings("1", ["10.0.0.1", FORWARDED])).toEqual([]);
    expect(warnings("10.0.0.0/8", ["10.0.0.1", FORWARDED])).toEqual([]);
    expect(warnings("0", ["198.51.100.7", {}])).toEqual([]);
  });
});

describe("the doctor", () => {
  const finding = (environment: Record<string, string>) =>
    settingsFindings(parseSettings(environment), {}).find(
      ({ subject }) => subject === "TRUST_PROXY",
    );
  const production = {
    APP_ENV: "production",
    SITE_URL: "http://pulse.test",
    CORE_API_URL: "http://core.test",
    AUTH_API_URL: "http://auth.test",
    SESSION_SECRET: "a-secret-of-more-than-32-characters",
  };

  it.each([
    ["warn", production],
    ["warn", { SITE_URL: "https://pulse.test" }],
    ["ok", {}],
    ["ok", { ...production, TRUST_PROXY: "1" }],
    ["ok", { SITE_URL: "https://pulse.test", TRUST_PROXY: "10.0.0.0/8" }],
  ])("says %s of %j", (state, environment) => {
    expect(finding(environment)?.state).toBe(state);
  });

  it("says what mends it", () => {
    expect(finding(production)?.text).toContain("set the number of proxies");
  });
});
