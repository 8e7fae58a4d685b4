import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { daysRemaining, erasedAt } from "server/deletion/grace-period.server";
import { toCode, maskPhone, toE164 } from "server/deletion/typed-input.server";
import { typedCode, typedPhone } from "~/features/deletion/typed-digits";
import { joinReasons, readReasons } from "server/deletion/reasons.server";
import { english } from "../../../support/english-texts";
import { createReference, isReference } from "server/deletion/reference-number.server";

const tenDigits = fc.stringMatching(/^\d{10}$/);
const separators = fc.constantFrom("", " ", "-", "  ", "\u2011", " - ");

describe("a phone number", () => {
  it("is the same number however it is written", () => {
    fc.assert(
      fc.property(
        tenDigits,
        fc.constantFrom("", "+91", "+91 ", "0091", "91", "0", "+91-", "+91 (0) ", "\u202a+91"),
        separators,
        fc.integer({ min: 1, max: 9 }),
        (digits, prefix, separator, cut) => {
          const written = prefix + digits.slice(0, cut) + separator + digits.slice(cut);
          expect(toE164(written)).toBe(`+91${digits}`);
          expect(typedPhone(written).value).toBe(digits);
        },
      ),
    );
  });

  it.each([
    ["919876543210", "The country code is already there; kept the ten digits."],
    ["098765 43210", "The 0 in front is not needed; kept the ten digits."],
    ["98765 43210", null],
    ["9198765432", null],
    ["98765432109", "Only ten digits fit. The rest is left out."],
  ])("says in words what was left out of %j", (text, note) => {
    const said = typedPhone(text).note;
    expect(said && english.text(said)).toBe(note);
  });

  it("of another country is left out, and the field never holds more than ten digits", () => {
    expect(typedPhone("+44 7700 900123")).toMatchObject({ value: "", note: "phone.note-abroad" });
    const typing = fc.stringMatching(/^[+\d ()a-]{0,20}$/);
    fc.assert(
      fc.property(typing, (text) => {
        expect(typedPhone(text).value).toMatch(/^\d{0,10}$/);
      }),
    );
  });

  it.each(["", "900000000", "99 9000000001", "+1 9000000001", "900000000a", "+91+919000000001"])(
    "is refused when it is not one: %j",
    (text) => {
      expect(toE164(text)).toBeNull();
    },
  );

  it("shows only its end once it is in the session", () => {
    expect(maskPhone("+919876543210")).toBe("+91 ••••• ••210");
  });
});

// That every script's digits are read is shown with typed-digits.ts.
it("digits of another script are read as ASCII ones, also beside others", () => {
  expect(toE164("+९१ ९८७६५-43210")).toBe("+919876543210");
  expect(typedPhone("+९१ ९८७६५-43210").value).toBe("9876543210");
  expect(toCode("४८२ ۹۱۳")).toBe("482913");
  expect(typedCode("४८२۹۱۳").value).toBe("482913");
  expect(toCode("一二三四五六")).toBeNull();
});

describe("a one-time code", () => {
  it.each(["482913", "482 913", "482-913", " 4 8 2 9 1 3 ", "４８２９１３"])("reads %j", (text) => {
    expect(toCode(text)).toBe("482913");
  });
  it.each(["", "48291", "4829133", "48291a", "+482913"])("refuses %j", (text) => {
    expect(toCode(text)).toBeNull();
  });
});

describe("reasons", () => {
  it.each([
    [
      ["Others", "Privacy concerns"],
      " I moved\r\n to a\u0000\u0007city\t",
      "Privacy concerns,I moved to a city",
    ],
    [["Others"], "  ", "Others"],
    [["Privacy concerns", "<script>"], "a text", "Privacy concerns"],
  ])("%j with the text %j go upstream as %j", (values, text, joined) => {
    expect(joinReasons(readReasons(values, text))).toBe(joined);
  });

  it("keep no text without Others", () => {
    expect(readReasons(["Privacy concerns"], "a text").others).toBe("");
  });
});

describe("the grace period", () => {
  const DAY = 86_400_000;
  it("counts days rounded up and never below 0", () => {
    const deletedAt = Date.UTC(2026, 7, 1);
    expect(daysRemaining(deletedAt, deletedAt)).toBe(90);
    expect(daysRemaining(deletedAt, deletedAt + 1)).toBe(90);
    expect(daysRemaining(deletedAt, deletedAt + 30 * DAY)).toBe(60);
    expect(daysRemaining(deletedAt, deletedAt + 89 * DAY + 1)).toBe(1);
    expect(daysRemaining(deletedAt, deletedAt + 400 * DAY)).toBe(0);
    expect(new Date(erasedAt(deletedAt)).toISOString()).toBe("2026-10-30T00:00:00.000Z");
  });
});

it("a reference number is never the same", () => {
  const references = Array.from({ length: 1000 }, createReference);
  expect(new Set(references).size).toBe(1000);
  expect(references.filter((reference) => !isReference(reference))).toEqual([]);
});

it.each([
  ["DEL-7K3F-9QXM", true],
  ["xDEL-7K3F-9QXM", false],
  ["DEL-7K3F-9QXMx", false],
  ["DEL-7-9QXM", false],
  ["DEL-7K3F-9", false],
  ["DEL-IIII-9QXM", false],
  ["DEL-7K3F-OOOO", false],
])("%s is a reference number: %s", (text, is) => {
  expect(isReference(text)).toBe(is);
});
