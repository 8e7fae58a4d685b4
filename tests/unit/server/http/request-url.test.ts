import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ADDRESS_LIMIT,
  isHost,
  PATH_LIMIT,
  pathOf,
  readAddress,
  type AddressFault,
} from "server/http/request-url.server";

const HOST = "localhost:3000";

/** A target whose path has exactly so many bytes. */
const pathOfLength = (length: number, start = "/") => start.padEnd(length, "a");

describe("request targets", () => {
  it.each([
    "/",
    "/blogs/",
    "/a%20b?q=%zz",
    "/?next=//evil.test",
    "/%F0%9F%9A%97",
    "/a\\b",
    "/ref/%00",
    "/Ref/%FF%",
    "/?index&index=1",
    "/ref/%2F%2Fevil",
    `/?${"index&".repeat(8)}`,
  ])("takes %s", (target) => {
    expect(readAddress(HOST, target)).toEqual(new URL(`http://${HOST}${target}`));
  });

  it.each([
    "/%",
    "/%E0%A4%A",
    "/%zz",
    "/a%00b",
    "http://evil.test/",
    "*",
    "",
    "//evil.test",
    "/\\evil.test",
    "/blogs//",
    "/blogs\\/",
    "/a//../b",
    "/ref///evil",
    "/ref/../%zz",
    "/a/ref/%zz",
    `/?${"%69ndex=a&".repeat(9)}`,
  ])("refuses '%s'", (target) => {
    expect(readAddress(HOST, target)).toBe("bad-url");
  });

  it.each(["a b", "a:b:c", "<script>", "host:999999", "evil.test#", "a:80/b?", "a@b"])(
    "refuses the host '%s'",
    (host) => {
      expect(readAddress(host, "/")).toBe("bad-url");
    },
  );

  it("need no host, as in HTTP/1.0", () => {
    expect(isHost(undefined)).toBe(false);
    expect(typeof readAddress(undefined, "/")).toBe("object");
  });

  it.each<[string, string, AddressFault | null]>([
    ["a path at the limit", pathOfLength(PATH_LIMIT), null],
    ["a code at the limit", pathOfLength(PATH_LIMIT, "/ref/"), null],
    ["a path over it", pathOfLength(PATH_LIMIT + 1), "too-long"],
    ["slashes over it", "/".repeat(15_500), "too-long"],
    ["an address at the limit", pathOfLength(ADDRESS_LIMIT, "/?"), null],
    ["an address over it", pathOfLength(ADDRESS_LIMIT + 1, "/?"), "too-long"],
    ["an absolute form over it", pathOfLength(ADDRESS_LIMIT + 1, "http://evil.test/?"), "too-long"],
  ])("bounds %s", (_name, target, fault) => {
    const read = readAddress(HOST, target);
    expect(typeof read === "string" ? read : null).toBe(fault);
  });

  it("takes only what has no empty segment in the URL that is made of it", () => {
    const path = fc.array(fc.constantFrom("/", "\\", ".", "..", "%2e", "a", "%2F", "?", "#"));
    fc.assert(
      fc.property(path, (parts) => {
        const read = readAddress(HOST, `/${parts.join("")}`);
        if (typeof read !== "string") expect(read.pathname).not.toContain("//");
      }),
    );
  });

  it("takes only what a URL can be made of", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (host, target) => {
        if (typeof readAddress(host, target) !== "string")
          expect(() => new URL(`http://${host}${target}`)).not.toThrow();
      }),
    );
  });

  it("have a path without the query string", () => {
    expect(pathOf("/a/b?c=d?e")).toBe("/a/b");
    expect(pathOf("?a")).toBe("");
  });
});
