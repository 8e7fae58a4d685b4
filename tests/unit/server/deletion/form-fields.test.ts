import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { daysRemaining, erasedAt } from "server/deletion/places.server";
import { joinReasons, readReasons, toCode, toE164 } from "server/deletion/form-fields.server";
import { referenceOf } from "server/deletion/session.server";
import { typedCode, typedPhone } from "~/features/deletion/typed-digits";

/** Invisible characters, and hyphens and minus signs other than "-". */
const IGNORED = "\ufe0d\u200b\ufeff\u00ad\u2060\u180e\u20e3\u2212\u2011".split("");

it("invisible characters between digits are ignored by the server and by the browser's fields", () => {
  for (const mark of IGNORED) {
    const withMark = (digits: string) => mark + digits.split("").join(mark) + mark;
    expect(toE164(withMark("9876543210"))).toBe("+919876543210");
    expect(toCode(withMark("482913"))).toBe("482913");
    expect(typedPhone(withMark("9876543210")).value).toBe("9876543210");
    expect(typedCode(withMark("482913")).value).toBe("482913");
  }
});

describe("a phone number", () => {
  const prefixes = ["", "+91", "+91 ", "0091", "91", "0", "+91-", "+91 (0) ", "\u202a+91"];
  const digits = fc.stringMatching(/^\d{10}$/);
  const separator = fc.constantFrom("", " ", "-", "  ", "\u2011", " - ");

  it("is read as the same number in every notation", () => {
    const cut = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(digits, fc.constantFrom(...prefixes), separator, cut, (ten, prefix, gap, at) => {
        const input = prefix + ten.slice(0, at) + gap + ten.slice(at);
        expect(toE164(input)).toBe(`+91${ten}`);
      }),
    );
  });

  it.each([
    "",
    "90000",
    "12345678901",
    "+44 7700 900123",
    "900000000a",
    "99 9000000001",
    "9000000001 9000000002",
    "+91+919000000001",
  ])("is refused when it is invalid: %j", (text) => {
    expect(toE164(text)).toBeNull();
  });
});

it.each(["482913", "482-913", " 4 8 2 9 1 3 ", "４８２９１３", "४८२۹۱۳"])(
  "a one-time code is read from %j",
  (text) => {
    expect(toCode(text)).toBe("482913");
  },
);

it.each(["", "48291", "4829133", "48291a", "+482913", "४८२९१", "一二三四五六"])(
  "a one-time code is not read from %j",
  (text) => {
    expect(toCode(text)).toBeNull();
  },
);

it.each([
  [
    ["Others", "Privacy concerns"],
    " I moved\r\n to a\u0007 city\u0000\t",
    "Privacy concerns,I moved to a city",
  ],
  [["Others"], "  ", "Others"],
  [["Privacy concerns", "<script>"], "a text", "Privacy concerns"],
])("the reasons %j with the text %j are sent upstream as %j", (ticked, text, joined) => {
  expect(joinReasons(readReasons(ticked, text))).toBe(joined);
});

it("the text for Others is not kept when Others is not ticked", () => {
  expect(readReasons(["Privacy concerns"], "a text").others).toBe("");
});

it("the days until the erasure are rounded up and never below 0", () => {
  const DAY = 86_400_000;
  const deletedAt = Date.UTC(2026, 7, 1);
  const days = [0, 1, 30 * DAY, 89 * DAY + 1, 400 * DAY].map((passed) =>
    daysRemaining(deletedAt, deletedAt + passed),
  );
  expect(days).toEqual([90, 90, 60, 1, 0]);
  expect(new Date(erasedAt(deletedAt)).toISOString()).toBe("2026-10-30T00:00:00.000Z");
});

it("each session has its own reference number, which is short enough to read aloud", () => {
  const references = Array.from({ length: 1000 }, (_, index) => referenceOf(`session ${index}`));
  expect(new Set(references).size).toBe(1000);
  for (const reference of references)
    expect(reference).toMatch(/^DEL-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(referenceOf("session 0")).toBe(references[0]);
});
