import { expect, it } from "vitest";
import { sharedContext, withRequestContext } from "server/process/request-context.server";
import {
  choiceCookie,
  cookieValues,
  postedTheme,
  readTheme,
  themeCookie,
} from "server/session/cookies.server";

it.each<[string | null | undefined, string[]]>([
  [undefined, []],
  ["ab", []],
  ["=a", []],
  ["a=", [""]],
  ["a=1; a=2;a=3", ["1", "2", "3"]],
  ["ab=1; ba=2; A=3", []],
  ["b=a=1; a=b=2", ["b=2"]],
  [" \t a \t =\t 1 2 \t", ["1 2"]],
  ["a=\t ", [""]],
  // A no-break space belongs to the name: browsers apply no prefix rules to such a name, so it must not match.
  ["\u00a0a=1; a\u00a0=2", []],
  ["a=\u00a01\u00a0", ["\u00a01\u00a0"]],
])("the Cookie header %j has the values %j", (header, values) => {
  expect(cookieValues(header, "a")).toEqual(values);
});

it("a Cookie header is read in time that grows with its length alone", () => {
  const blanks = " ".repeat(200_000);
  expect(cookieValues(`${blanks}a${blanks}=${blanks}1${blanks}`, "a")).toEqual(["1"]);
});

it.each([
  [false, "theme=day; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax"],
  [true, "__Host-theme=day; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax; Secure"],
])("a choice is stored for a year, in a __Host- cookie over https (%s)", (secure, setCookie) => {
  expect(choiceCookie("theme", "day", secure)).toBe(setCookie);
});

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

const submit = (fields: Record<string, string>, secureCookies = false) =>
  withRequestContext({ ...sharedContext("r"), secureCookies }, () =>
    postedTheme(
      new Request("http://x.test", { method: "POST", body: new URLSearchParams(fields) }),
    ),
  );

it("a posted theme is stored for a year", async () => {
  expect(await submit({ theme: "night" })).toEqual({
    "Set-Cookie": choiceCookie("theme", "night", false),
  });
  expect(await submit({ theme: "day" }, true)).toEqual({
    "Set-Cookie": choiceCookie("theme", "day", true),
  });
});

it.each([{}, { rows: "compact" }, { theme: "system" }])(
  "a form with the choice %j stores nothing",
  async (fields) => {
    expect(await submit(fields)).toBeNull();
  },
);
