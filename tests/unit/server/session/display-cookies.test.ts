import { describe, expect, it } from "vitest";
import { impersonalContext, withRequestContext } from "server/http/request-context.server";
import { displayChoice, postedChoice, readDisplay } from "server/session/display-cookies.server";

describe("how pages look", () => {
  it.each([
    [null, "system", "compact"],
    ["theme=night", "night", "compact"],
    ["rows=comfortable; theme=day", "day", "comfortable"],
    [
      "theme=day; __Host-theme=night; rows=compact; __Host-rows=comfortable",
      "night",
      "comfortable",
    ],
    ["theme=system; rows=huge; xtheme=night", "system", "compact"],
    ["theme=; theme=night; rows", "night", "compact"],
  ])("of %j is %s with %s rows", (cookies, theme, rows) => {
    expect(readDisplay(cookies)).toEqual({ theme, rows });
    expect(readDisplay(displayChoice(readDisplay(cookies)))).toEqual({ theme, rows });
  });

  it("is one choice for all whose pages look the same", () => {
    const choice = (cookies: string) => displayChoice(readDisplay(cookies));
    expect(choice("a=b; rows=comfortable; theme=day")).toBe(
      choice("theme=x; theme=day; rows=comfortable; rows=compact"),
    );
    expect(choice("theme=day")).not.toBe(choice(""));
    expect(choice("rows=comfortable")).not.toBe(choice(""));
  });
});

describe("a form that chooses how pages look", () => {
  const posted = (fields: Record<string, string>, secureCookies = false) =>
    withRequestContext({ ...impersonalContext("r"), secureCookies }, () =>
      postedChoice(
        new Request("http://x.test", { method: "POST", body: new URLSearchParams(fields) }),
        "rows",
      ),
    );

  it("is remembered for a year, and tells where it was sent from", async () => {
    const attributes = "Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly";
    expect(await posted({ rows: "comfortable", from: "/there" })).toEqual({
      from: "/there",
      headers: { "Set-Cookie": `rows=comfortable; ${attributes}` },
    });
    expect((await posted({ rows: "compact" }, true)).headers).toEqual({
      "Set-Cookie": `__Host-rows=compact; ${attributes}; Secure`,
    });
  });

  it.each([{}, { rows: "huge" }, { theme: "day" }])("remembers nothing of %j", async (fields) => {
    expect(await posted(fields)).toEqual({ from: null, headers: {} });
  });
});
