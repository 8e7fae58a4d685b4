import { expect, it } from "vitest";
import { dropRangeOfPage, separateRange } from "server/http/cache/range.server";

const BROWSER = "gzip, deflate, br";
const FILM = "identity;q=1, *;q=0";

const DATE = "Wed, 01 Oct 2025 10:00:00 GMT";
const range = "bytes=10-19";

it("leaves a request for the whole alone, and sends a part as it is", () => {
  const whole = { "accept-encoding": BROWSER };
  separateRange(whole);
  expect(whole).toEqual({ "accept-encoding": BROWSER });
  const part = { range, "accept-encoding": BROWSER };
  separateRange(part);
  expect(part).toEqual({ range, "accept-encoding": "identity" });
});

it.each([
  ["a strong tag", '"abc"', BROWSER, range],
  ["a weak tag", 'W/"abc"', BROWSER, undefined],
  ["a weak tag of who takes nothing compressed", 'W/"abc"', FILM, undefined],
  ["a date", DATE, BROWSER, undefined],
  ["a date of who takes anything", DATE, "*", undefined],
  ["a date of who takes nothing compressed", DATE, FILM, range],
  ["a date of who takes nothing else", DATE, "*  ;  q=0", range],
  ["a date of who does not say", DATE, undefined, range],
])("continues %s only where it names one form", (_name, condition, codings, kept) => {
  const headers = { range, "if-range": condition, "accept-encoding": codings };
  separateRange(headers);
  expect(headers.range).toBe(kept);
});

it.each([
  ["/", undefined],
  ["/blogs/", undefined],
  ["/pulsescout/dashboard.data", undefined],
  ["/ref/a.b/c", undefined],
  ["/media/film.mp4", range],
  ["/assets/app-1.2.js", range],
])("only files have parts: of %s %s is left", (path, kept) => {
  const headers = { range };
  dropRangeOfPage(headers, path);
  expect(headers.range).toBe(kept);
});
