import { describe, expect, it } from "vitest";
import {
  readForwarded,
  requestContext,
  truncateAddress,
} from "server/process/request-context.server";
import { parseSettings } from "server/process/settings.server";

const trust = (text: string) => parseSettings({ TRUST_PROXY: text }).trustedProxies;

const addressOf = (trusted: string, peer = "", forwardedFor?: string) =>
  readForwarded(peer, { "x-forwarded-for": forwardedFor }, trust(trusted)).clientAddress;

const [PROXY, INNER, CLIENT, V6] = ["10.0.0.1", "10.0.0.2", "203.0.113.9", "2001:db8::1"];
const RANGE = "10.0.0.0/8";

it.each([
  // A number trusts that many proxies, the nearest first; by default none.
  ["1", PROXY, undefined, PROXY],
  ["2", PROXY, `6.6.6.6, ${CLIENT}, ${INNER}`, CLIENT],
  ["3", PROXY, CLIENT, CLIENT],
  // With ranges, the header is read from right to left while its addresses are in a range.
  [RANGE, PROXY, `6.6.6.6, ${CLIENT}, ${INNER}`, CLIENT],
  [RANGE, CLIENT, "1.1.1.1", CLIENT],
  [RANGE, PROXY, `10.0.0.7, ${INNER}`, "10.0.0.7"],
  [RANGE, `::ffff:${PROXY}`, CLIENT, CLIENT],
  [RANGE, V6, CLIENT, V6],
  [`::ffff:${PROXY}`, PROXY, CLIENT, CLIENT],
  [`${RANGE},192.0.2.1`, "192.0.2.1", CLIENT, CLIENT],
  ["2001:db8::/32", "2001:db8::5", "2001:db9::1", "2001:db9::1"],
  // Ports, brackets, zones and spellings do not change an address.
  ["1", PROXY, `${CLIENT}:4711`, CLIENT],
  ["1", PROXY, `[${V6}]:4711`, V6],
  ["1", PROXY, `[${V6}]`, V6],
  ["0", "fe80::1%eth0", undefined, "fe80::1"],
  ["0", `::ffff:${CLIENT}`, undefined, CLIENT],
  ["0", "2001:0DB8:0:0::1", undefined, V6],
  ["1", PROXY, `${CLIENT}, ,`, CLIENT],
  // An unreadable entry ends the search.
  ["2", PROXY, `unknown, ${INNER}`, INNER],
  [RANGE, PROXY, `${CLIENT}, unknown, ${INNER}`, INNER],
  ["1", PROXY, `x[${V6}]`, PROXY],
  ["1", PROXY, `[${V6}]x`, PROXY],
  ["1", PROXY, "x1.2.3.4:80", PROXY],
  ["1", PROXY, "127.1", PROXY],
  ["0", undefined, undefined, "unknown"],
])(
  "the client's address trusting %s, from %s with %j, is %s",
  (trusted, peer, header, expected) => {
    expect(addressOf(trusted, peer, header)).toBe(expected);
  },
);

describe("the forwarded scheme and host", () => {
  const forwarded = (trusted: string, proto: string, host: string) =>
    readForwarded(CLIENT, { "x-forwarded-proto": proto, "x-forwarded-host": host }, trust(trusted));

  it.each([
    ["http", "pulse.test:3000", false, "pulse.test:3000"],
    ["HTTPS", "[::1]", true, "[::1]"],
    ["http, https", "evil.test, pulse.test", true, "pulse.test"],
    ["ftp", "", false, undefined],
  ])("from a trusted proxy's %j and %j are https: %s, and %s", (proto, host, https, readHost) => {
    const expected = { https, host: readHost };
    expect(forwarded("1", proto, host)).toMatchObject(expected);
  });

  it.each(["0", RANGE])("are ignored from an untrusted peer, trusting %s", (trusted) => {
    const expected = { https: false, host: undefined };
    expect(forwarded(trusted, "https", "pulse.test")).toMatchObject(expected);
  });
});

it.each([
  ["203.0.113.77", "203.0.113.0"],
  ["2001:db8:1234:5678::9", "2001:db8:1234::"],
  ["unknown", "unknown"],
])("the address %s is logged as %s", (address, expected) => {
  expect(truncateAddress(address)).toBe(expected);
});

it("outside a request there is no context", () => {
  expect(requestContext).toThrow("no request");
});
