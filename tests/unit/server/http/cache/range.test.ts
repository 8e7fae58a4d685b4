import { describe, expect, it } from "vitest";
import { separateRange } from "server/http/cache/range.server";

const BROWSER = "gzip, deflate, br";
const FILM = "identity;q=1, *;q=0";

function separated(headers: { range?: string; "if-range"?: string; "accept-encoding"?: string }) {
  separateRange(headers);
  return { range: headers.range, codings: headers["accept-encoding"] };
}

describe("ranges and compression", () => {
  const range = "bytes=10-19";

  it("leave a request for the whole alone", () => {
    expect(separated({ "accept-encoding": BROWSER })).toEqual({ codings: BROWSER });
  });

  it("send a part as it is", () => {
    expect(separated({ range, "accept-encoding": BROWSER })).toEqual({
      range,
      codings: "identity",
    });
  });

  it.each([
    ["a strong tag", '"abc"', BROWSER, range],
    ["a weak tag", 'W/"abc"', BROWSER, undefined],
    ["a weak tag of who takes nothing compressed", 'W/"abc"', FILM, undefined],
    ["a date", "Wed, 01 Oct 2025 10:00:00 GMT", BROWSER, undefined],
    ["a date of who takes anything", "Wed, 01 Oct 2025 10:00:00 GMT", "*", undefined],
    ["a date of who takes nothing compressed", "Wed, 01 Oct 2025 10:00:00 GMT", FILM, range],
    ["a date of who takes nothing else", "Wed, 01 Oct 2025 10:00:00 GMT", "*  ;  q=0", range],
    ["a date of who does not say", "Wed, 01 Oct 2025 10:00:00 GMT", undefined, range],
  ])("continue %s only where it names one form", (_name, condition, codings, kept) => {
    const headers = {
      range,
      "if-range": condition,
      ...(codings !== undefined && { "accept-encoding": codings }),
    };
    expect(separated(headers).range).toBe(kept);
  });
});
