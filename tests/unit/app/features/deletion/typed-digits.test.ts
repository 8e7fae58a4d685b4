import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toE164, withAsciiDigits as onServer } from "server/deletion/form-fields.server";
import {
  digitsAfterEdit,
  droppedText,
  NOTHING_TYPED,
  typedCode,
  typedPhone,
  withAsciiDigits as inBrowser,
} from "~/features/deletion/typed-digits";

/** Every decimal digit of Unicode, script by script from zero to nine. */
const digits = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /\p{Nd}/u.test(character));

it("digits of every script become ASCII digits, in the browser and on the server", () => {
  expect(digits.length).toBeGreaterThan(600);
  const asciiDigits = digits.map((_, index) => String(index % 10)).join("");
  expect(inBrowser(digits.join(""))).toBe(asciiDigits);
  expect(onServer(digits.join(""))).toBe(asciiDigits);
  expect(onServer("+९१ ٩٨٧ ９")).toBe("+91 987 9");
});

/** Returns a field after several texts were added at its end, by single keys or by pasting. */
function afterEdits(edits: readonly { text: string; by: "keys" | "paste" }[]) {
  const steps = edits.flatMap(({ text, by }) => (by === "keys" ? text.split("") : text));
  return steps.reduce(
    (field, step) => digitsAfterEdit(typedPhone, field, field.value + step),
    NOTHING_TYPED,
  );
}
const keys = (text: string) => ({ text, by: "keys" }) as const;
const paste = (text: string) => ({ text, by: "paste" }) as const;

describe("the field of a phone number", () => {
  it.each([
    ["+91 98765-43210", "phone.note-country"],
    ["00919876543210", "phone.note-country"],
    ["919876543210", "phone.note-country"],
    ["098765 43210", "phone.note-zero"],
    ["98765 43210", null],
    ["9198765432", null],
    ["98765432109", "phone.note-too-long"],
  ])("contains ten digits, and shows a note about dropped characters of %j: %s", (text, note) => {
    expect(typedPhone(text).note).toBe(note);
    expect(typedPhone(text).value).toMatch(/^\d{10}$/);
  });

  it("stays empty for a number of another country, pasted or typed", () => {
    const abroad = { value: "", note: "phone.note-abroad" };
    const number = fc.stringMatching(/^(\+|00)([2-8]|1|9[02-9])\d{9,12}$/);
    fc.assert(
      fc.property(number, (text) => {
        expect(afterEdits([paste(text)])).toMatchObject(abroad);
        expect(afterEdits([keys(text)])).toMatchObject(abroad);
      }),
    );
    const dropped = ["+44", "+1987", "+91", "98765", "98765432109"].map((text) =>
      droppedText(afterEdits([keys(text)])),
    );
    expect(dropped).toEqual(["+44", "+1987", null, null, null]);
  });

  it("contains the number that was entered last, whatever was typed before", () => {
    const beginning = fc.constantFrom("+", "+9", "+91", "+4", "+49176", "+ 91 ", "a", "");
    const number = fc.stringMatching(/^(\+91|0091|91|0|)[6-9]\d{9}$/);
    fc.assert(
      fc.property(beginning, number, fc.boolean(), (first, text, byKeys) => {
        const national = text.slice(-10);
        expect(afterEdits([keys(first), paste(text)]).value).toBe(national);
        const edits = byKeys ? [keys(`${first}+`), keys(`91${national}`)] : [keys(text)];
        expect(afterEdits(edits).value).toBe(national);
      }),
    );
    expect(afterEdits([keys("98765"), paste("+91 98765 43210")]).value).toBe("9876543210");
    expect(afterEdits([paste("+44 7700 900123"), keys("9876543210")]).value).toBe("9876543210");
  });

  it("contains the same ten digits that the server reads from the text", () => {
    const number = fc.stringMatching(/^(\+91|0091|91|0|\+91 \(0\) )?[1-9]\d{4}[ -]?\d{5}$/);
    fc.assert(
      fc.property(number, (text) => {
        expect(`+91${typedPhone(text).value}`).toBe(toE164(text));
      }),
    );
  });
});

it("the field of a code contains its six digits", () => {
  for (const text of ["482 913", "४८२९१३", "4829133"]) expect(typedCode(text).value).toBe("482913");
});
