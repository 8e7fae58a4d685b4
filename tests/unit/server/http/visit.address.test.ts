import { describe, expect, it } from "vitest";
import {
  ADDRESS_LIMIT,
  PATH_LIMIT,
  readAddress,
  type AddressFault,
} from "server/http/visit.server";

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
});
