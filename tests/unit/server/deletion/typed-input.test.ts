import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { daysRemaining, erasedAt } from "server/deletion/grace-period.server";
import { toCode, maskPhone, toE164 } from "server/deletion/typed-input.server";
import { typedCode, typedPhone } from "~/features/deletion/typed-digits";
import { joinReasons, readReasons, reasons } from "server/deletion/reasons.server";
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
    ["+91 98765-43210", "The country code is already there; kept the ten digits."],
    ["00919876543210", "The country code is already there; kept the ten digits."],
    ["919876543210", "The country code is already there; kept the ten digits."],
    ["098765 43210", "The 0 in front is not needed; kept the ten digits."],
    ["98765 43210", null],
    ["9198765432", null],
    ["98765432109", "Only ten digits fit. The rest is left out."],
  ])("says in words what was left out of %j", (text, note) => {
    const said = typedPhone(text).note;
    expect(said && english.text(said)).toBe(note);
  });

  it("of another country leaves nothing that could be sent elsewhere", () => {
    expect(typedPhone("+44 7700 900123")).toMatchObject({
      value: "",
      note: "phone.note-abroad",
    });
  });

  it("never makes the field hold more than ten digits", () => {
    const typing = fc.stringMatching(/^[+\d ()a-]{0,20}$/);
    fc.assert(
      fc.property(typing, (text) => {
        expect(typedPhone(text).value).toMatch(/^\d{0,10}$/);
      }),
    );
  });

  it.each([
    "",
    "90000",
    "12345678901",
    "+44 7700 900123",
    "+1 9000000001",
    "900000000a",
    "99 9000000001",
    "9000000001 9000000002",
    "+91+919000000001",
  ])("is refused when it is not one: %j", (text) => {
    expect(toE164(text)).toBeNull();
  });

  it("shows only its end once it is in the session", () => {
    expect(maskPhone("+919876543210")).toBe("+91 ••••• ••210");
  });
});

describe("digits of another script", () => {
  const ZEROS = { hi: "०", bn: "০", te: "౦", ta: "௦", gu: "૦", kn: "೦", or: "୦", ml: "൦", pa: "੦" };
  const scripts = { ...ZEROS, ar: "٠", ur: "۰", sat: "᱐", mni: "꯰" };
  const written = (digits: string, zero: string) =>
    digits.replace(/\d/g, (digit) =>
      String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)),
    );

  it.each(Object.entries(scripts))("are read as ASCII ones: %s", (_, zero) => {
    for (const text of ["9876543210", "+91 98765-43210", "098765 43210"]) {
      expect(toE164(written(text, zero))).toBe("+919876543210");
      expect(typedPhone(written(text, zero)).value).toBe("9876543210");
    }
    expect(toCode(written("482 913", zero))).toBe("482913");
    expect(typedCode(written("482913", zero)).value).toBe("482913");
  });

  it("are read beside others, and what is no digit stays none", () => {
    expect(toE164("९८७६५ 43210")).toBe("+919876543210");
    expect(toCode("४८२۹۱۳")).toBe("482913");
    for (const text of ["४८२९१", "४८२९१३३", "一二三四五六"]) expect(toCode(text)).toBeNull();
  });
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
  it("go upstream comma-joined, the free text in place of Others", () => {
    const chosen = readReasons(["Others", "Privacy concerns"], " I moved\r\n to a city\u0000 ");
    expect(joinReasons(chosen)).toBe("Privacy concerns,I moved to a city");
  });
  it("keep Others when there is no text", () => {
    expect(joinReasons(readReasons(["Others"], "  "))).toBe("Others");
  });
  it("are one line of text, without control characters", () => {
    const { others } = readReasons(["Others"], " Too\u0000far\u0007\n\n away\t");
    expect(others).toBe("Too far away");
  });
  it("drop what nobody offered, and a text without Others", () => {
    const chosen = readReasons(["Privacy concerns", "<script>"], "a text");
    expect(chosen).toEqual({ chosen: ["Privacy concerns"], others: "" });
  });
  it("are five", () => {
    expect(reasons).toHaveLength(5);
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

describe("a reference number", () => {
  it("is short enough to read out and never the same", () => {
    const references = new Set(Array.from({ length: 1000 }, createReference));
    expect(references.size).toBe(1000);
    for (const reference of references) expect(reference).toMatch(/^DEL(-[0-9A-Z]{4}){2}$/);
  });
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
