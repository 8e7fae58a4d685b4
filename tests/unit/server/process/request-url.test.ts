import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ADDRESS_LIMIT,
  isHost,
  loggedPath,
  PATH_LIMIT,
  pathOf,
  readAddress,
  type AddressFault,
} from "server/process/request-url.server";

const HOST = "localhost:3000";

/** Pads the start of a target to exactly `length` bytes. */
const pathOfLength = (length: number, start = "/") => start.padEnd(length, "a");

describe("a request's address", () => {
  it.each([
    "/",
    "/a%20b?q=%zz",
    "/?next=//evil.test",
    "/a\\b",
    "/ref/%00",
    "/Ref/%FF%",
    "/?index&index=1",
    `/?${"index&".repeat(8)}`,
  ])("is read: %s", (target) => {
    expect(readAddress(HOST, target)).toEqual(new URL(`http://${HOST}${target}`));
  });

  it.each([
    "/%",
    "/%zz",
    "/a%00b",
    "http://evil.test/",
    "",
    "//evil.test",
    "/\\evil.test",
    "/blogs//",
    "/a//../b",
    "/ref/../%zz",
    "/a/ref/%zz",
    `/?${"%69ndex=a&".repeat(9)}`,
  ])("is refused: '%s'", (target) => {
    expect(readAddress(HOST, target)).toBe("bad-url");
  });

  it.each(["a b", "a:b:c", "<script>", "host:999999", "evil.test#", "a:80/b?", "a@b"])(
    "is refused with the host '%s'",
    (host) => {
      expect(readAddress(host, "/")).toBe("bad-url");
    },
  );

  it("needs no host, as in HTTP/1.0", () => {
    expect(isHost(undefined)).toBe(false);
    expect(readAddress(undefined, "/")).toBeInstanceOf(URL);
  });

  it.each<[string, string, AddressFault | null]>([
    ["a path at the limit", pathOfLength(PATH_LIMIT), null],
    ["a path over the limit", pathOfLength(PATH_LIMIT + 1), "too-long"],
    ["slashes over the limit", "/".repeat(15_500), "too-long"],
    ["an address at the limit", pathOfLength(ADDRESS_LIMIT, "/?"), null],
    ["an address over the limit", pathOfLength(ADDRESS_LIMIT + 1, "/?"), "too-long"],
  ])("has a bounded length: %s", (_name, target, fault) => {
    const address = readAddress(HOST, target);
    expect(typeof address === "string" ? address : null).toBe(fault);
  });

  it("is never parsed into a URL with an empty path segment", () => {
    const path = fc.array(fc.constantFrom("/", "\\", ".", "..", "%2e", "a", "%2F", "?", "#"));
    fc.assert(
      fc.property(path, (parts) => {
        const address = readAddress(HOST, `/${parts.join("")}`);
        if (typeof address !== "string") expect(address.pathname).not.toContain("//");
      }),
    );
  });

  it("has a path without the query string", () => {
    expect(pathOf("/a/b?c=d?e")).toBe("/a/b");
    expect(pathOf("?a")).toBe("");
  });
});

const WALLET = "0x52908400098527886E0F7030069857D2E4169EE7";

it.each([
  ["/blogs", true, "/blogs"],
  ["/assets/entry.client-D8kZ12_q.js", true, "/assets/entry.client-D8kZ12_q.js"],
  ["/ref/ASHA1", true, "/ref/*"],
  ["/%72ef/ASHA1", false, "/ref/*"],
  ["/wp-login.php", false, "/wp-login.php"],
  ["/2025/wp-content/themes", false, "/…/wp-content/themes"],
  [`/${WALLET}`, false, "/…"],
  [`/trips/${WALLET.replace("5", "%35")}/all`, false, "/trips/…/all"],
  ["/+91 98765-43210", false, "/+…"],
  ["/%2B919876543210", false, "/+…"],
  ["/otp/493817", false, "/otp/…"],
])("the path %s, whose route is known: %s, is logged as %s", (path, isKnown, expected) => {
  expect(loggedPath(path, isKnown)).toBe(expected);
});
