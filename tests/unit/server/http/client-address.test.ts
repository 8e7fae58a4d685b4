import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readForwarded } from "server/http/client-address.server";
import { parseSettings, type TrustedProxies } from "server/settings.server";

const trust = (text: string): TrustedProxies => parseSettings({ TRUST_PROXY: text }).trustedProxies;

const addressOf = (trusted: string, peer: string, forwardedFor?: string) =>
  readForwarded(peer, { "x-forwarded-for": forwardedFor }, trust(trusted)).clientAddress;

describe("the client's address", () => {
  it.each([
    ["nobody is believed by default", "0", "203.0.113.9", "1.1.1.1", "203.0.113.9"],
    ["one hop: the entry the proxy wrote", "1", "10.0.0.1", "203.0.113.9", "203.0.113.9"],
    [
      "one hop: what the visitor wrote before it is not read",
      "1",
      "10.0.0.1",
      "6.6.6.6, 203.0.113.9",
      "203.0.113.9",
    ],
    ["two hops", "2", "10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2", "203.0.113.9"],
    [
      "fewer entries than hops: the furthest there is",
      "3",
      "10.0.0.1",
      "203.0.113.9",
      "203.0.113.9",
    ],
    ["no header at all", "1", "10.0.0.1", undefined, "10.0.0.1"],
    [
      "ranges: walks left while trusted",
      "10.0.0.0/8",
      "10.0.0.1",
      "6.6.6.6, 203.0.113.9, 10.0.0.2",
      "203.0.113.9",
    ],
    [
      "ranges: an untrusted peer is the client",
      "10.0.0.0/8",
      "203.0.113.9",
      "1.1.1.1",
      "203.0.113.9",
    ],
    [
      "ranges: all trusted, the furthest",
      "10.0.0.0/8",
      "10.0.0.1",
      "10.0.0.7, 10.0.0.2",
      "10.0.0.7",
    ],
    ["a single address is a range of one", "10.0.0.1", "10.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["a port is dropped", "1", "10.0.0.1", "203.0.113.9:4711", "203.0.113.9"],
    ["brackets and a port are dropped", "1", "10.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"],
    ["brackets alone are dropped", "1", "10.0.0.1", "[2001:db8::1]", "2001:db8::1"],
    ["a zone is dropped", "0", "fe80::1%eth0", undefined, "fe80::1"],
    ["an IPv4-mapped peer is IPv4", "0", "::ffff:203.0.113.9", undefined, "203.0.113.9"],
    [
      "an IPv4-mapped peer is in an IPv4 range",
      "10.0.0.0/8",
      "::ffff:10.0.0.1",
      "203.0.113.9",
      "203.0.113.9",
    ],
    ["IPv6 ranges", "2001:db8::/32", "2001:db8::5", "2001:db9::1", "2001:db9::1"],
    ["spellings of one IPv6 address are one", "0", "2001:0DB8:0:0::1", undefined, "2001:db8::1"],
    ["an unreadable entry stops the walk", "2", "10.0.0.1", "unknown, 10.0.0.2", "10.0.0.2"],
    ["an unreadable nearest entry leaves the peer", "1", "10.0.0.1", "<script>", "10.0.0.1"],
    ["text before brackets is no address", "1", "10.0.0.1", "x[2001:db8::1]", "10.0.0.1"],
    ["text behind brackets is no address", "1", "10.0.0.1", "[2001:db8::1]x", "10.0.0.1"],
    ["text before a port's address is none", "1", "10.0.0.1", "x1.2.3.4:80", "10.0.0.1"],
    ["empty entries do not count", "1", "10.0.0.1", "203.0.113.9, ,", "203.0.113.9"],
    [
      "ranges: an unreadable entry stops the walk",
      "10.0.0.0/8",
      "10.0.0.1",
      "203.0.113.9, unknown, 10.0.0.2",
      "10.0.0.2",
    ],
    [
      "ranges: one of several is enough",
      "10.0.0.0/8,192.0.2.1",
      "192.0.2.1",
      "203.0.113.9",
      "203.0.113.9",
    ],
    [
      "ranges: an IPv6 peer is in no IPv4 range",
      "10.0.0.0/8",
      "2001:db8::1",
      "203.0.113.9",
      "2001:db8::1",
    ],
    ["short IPv4 forms are not addresses", "1", "10.0.0.1", "127.1", "10.0.0.1"],
  ])("%s", (_case, trusted, peer, header, expected) => {
    expect(addressOf(trusted, peer, header)).toBe(expected);
  });

  it.each(["0", "1", "10.0.0.0/8"])(
    "is unknown where the socket has none, trusting %s",
    (trusted) => {
      expect(readForwarded(undefined, {}, trust(trusted)).clientAddress).toBe("unknown");
    },
  );

  it("cannot be chosen by the visitor, whatever is put before the proxy's entry", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6())), (forged) => {
        const header = [...forged, "203.0.113.9"].join(", ");
        expect(addressOf("1", "10.0.0.1", header)).toBe("203.0.113.9");
        expect(addressOf("10.0.0.0/8", "10.0.0.1", header)).toBe("203.0.113.9");
        expect(addressOf("0", "198.51.100.4", header)).toBe("198.51.100.4");
      }),
    );
  });
});

describe("the scheme and host asked for", () => {
  const headers = { "x-forwarded-proto": "https", "x-forwarded-host": "pulse.example.com" };

  it("are believed from a trusted proxy", () => {
    expect(readForwarded("10.0.0.1", headers, trust("1"))).toMatchObject({
      proto: "https",
      host: "pulse.example.com",
      viaProxy: true,
    });
  });

  it("are not believed from anyone else", () => {
    for (const trusted of ["0", "10.0.0.0/8"]) {
      expect(readForwarded("203.0.113.9", headers, trust(trusted))).toMatchObject({
        proto: undefined,
        host: undefined,
        viaProxy: false,
      });
    }
  });

  it("are the ones the trusted proxy wrote when the visitor sent some too", () => {
    const mixed = {
      "x-forwarded-proto": "http, https",
      "x-forwarded-host": "evil.test, pulse.test",
    };
    expect(readForwarded("10.0.0.1", mixed, trust("1"))).toMatchObject({
      proto: "https",
      host: "pulse.test",
    });
  });

  it.each(["http", "HTTP", "https"])("hold the scheme %s", (proto) => {
    const { proto: read } = readForwarded("10.0.0.1", { "x-forwarded-proto": proto }, trust("1"));
    expect(read).toBe(proto.toLowerCase());
  });

  it.each(["pulse.test:3000", "[::1]", "[2001:db8::1]:3000"])("hold the host %s", (host) => {
    const { host: read } = readForwarded("10.0.0.1", { "x-forwarded-host": host }, trust("1"));
    expect(read).toBe(host);
  });

  it.each(["ftp", "javascript:"])("leave out the scheme %s", (proto) => {
    const { proto: read } = readForwarded("10.0.0.1", { "x-forwarded-proto": proto }, trust("1"));
    expect(read).toBeUndefined();
  });

  it.each(["a b", "evil.test/path", "evil.test:99999999", "user@evil.test", ""])(
    "leave out the host '%s'",
    (host) => {
      const { host: read } = readForwarded("10.0.0.1", { "x-forwarded-host": host }, trust("1"));
      expect(read).toBeUndefined();
    },
  );
});
