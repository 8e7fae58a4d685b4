import { expect, it } from "vitest";
import { choiceCookie, cookieValues } from "server/session/cookies.server";

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
