import { expect, it } from "vitest";
import { sharedContext, withRequestContext } from "server/process/request-context.server";
import { choiceCookie } from "server/session/cookie-header.server";
import { displayChoice, postedChoice, readDisplay } from "server/session/display-cookies.server";

it.each([
  [null, "system", "compact"],
  ["theme=night", "night", "compact"],
  ["rows=comfortable; theme=day", "day", "comfortable"],
  ["theme=day; __Host-theme=night; rows=compact; __Host-rows=comfortable", "night", "comfortable"],
  ["theme=system; rows=huge; xtheme=night", "system", "compact"],
  ["theme=; theme=night; rows", "night", "compact"],
])("the cookies %j choose the theme %s and %s rows", (cookies, theme, rows) => {
  expect(readDisplay(cookies)).toEqual({ theme, rows });
  expect(readDisplay(displayChoice(readDisplay(cookies)))).toEqual({ theme, rows });
});

const submit = (fields: Record<string, string>, secureCookies = false) =>
  withRequestContext({ ...sharedContext("r"), secureCookies }, () =>
    postedChoice(
      new Request("http://x.test", { method: "POST", body: new URLSearchParams(fields) }),
    ),
  );

it("a form with a display choice is stored for a year, and names the page it was sent from", async () => {
  expect(await submit({ rows: "comfortable", from: "/there" })).toEqual({
    from: "/there",
    headers: { "Set-Cookie": choiceCookie("rows", "comfortable", false) },
  });
  expect((await submit({ rows: "compact" }, true)).headers).toEqual({
    "Set-Cookie": choiceCookie("rows", "compact", true),
  });
});

it.each([{}, { rows: "huge" }, { theme: "system" }])(
  "a form with the display choice %j stores nothing",
  async (fields) => {
    expect(await submit(fields)).toEqual({ from: null, headers: {} });
  },
);
