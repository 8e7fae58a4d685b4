import { expect, it } from "vitest";
import { sharedContext, withRequestContext } from "server/process/request-context.server";
import { choiceCookie } from "server/session/cookies.server";
import { postedTheme, readTheme, themeCookie } from "server/session/theme.server";

it.each([
  [null, "system"],
  ["theme=night", "night"],
  ["rows=comfortable; theme=day", "day"],
  ["theme=day; __Host-theme=night", "night"],
  ["theme=system; xtheme=night", "system"],
  ["theme=; theme=night; rows", "night"],
])("the cookies %j choose the theme %s", (cookies, theme) => {
  expect(readTheme(cookies)).toBe(theme);
  expect(readTheme(themeCookie(readTheme(cookies)))).toBe(theme);
});

const submit = (fields: Record<string, string>) =>
  withRequestContext(sharedContext("r"), () =>
    postedTheme(
      new Request("http://x.test", { method: "POST", body: new URLSearchParams(fields) }),
    ),
  );

it("a posted theme is stored for a year", async () => {
  expect(await submit({ theme: "night" })).toEqual({
    "Set-Cookie": choiceCookie("theme", "night", false),
  });
});

it.each([{}, { rows: "compact" }, { theme: "system" }])(
  "a form with the choice %j stores nothing",
  async (fields) => {
    expect(await submit(fields)).toBeNull();
  },
);
