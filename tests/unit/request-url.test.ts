import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isUsableUrl, pathOf } from "server/http/request-url.server";

describe("request targets", () => {
  it.each([
    "/",
    "/blogs",
    "/a%20b?q=%zz",
    "//evil.test",
    "/%F0%9F%9A%97",
    "/a\\b",
    "/ref/%00",
    "/Ref/%FF%",
  ])("takes %s", (target) => {
    expect(isUsableUrl("localhost:3000", target)).toBe(true);
  });

  it.each(["/%", "/%E0%A4%A", "/%zz", "/a%00b", "http://evil.test/", "*", ""])(
    "refuses '%s'",
    (target) => {
      expect(isUsableUrl("localhost:3000", target)).toBe(false);
    },
  );

  it.each(["a b", "a:b:c", "<script>", "host:999999"])("refuses the host '%s'", (host) => {
    expect(isUsableUrl(host, "/")).toBe(false);
  });

  it("takes only what a URL can be made of", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (host, target) => {
        if (isUsableUrl(host, target))
          expect(() => new URL(`http://${host}${target}`)).not.toThrow();
      }),
    );
  });

  it("have a path without the query string", () => {
    expect(pathOf("/a/b?c=d?e")).toBe("/a/b");
  });
});
