import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toE164, withAsciiDigits as onServer } from "server/deletion/typed-input.server";
import {
  typedCode,
  typedPhone,
  withAsciiDigits as inBrowser,
} from "~/features/deletion/typed-digits";

/** Every decimal digit that Unicode has, script by script from zero to nine. */
const digits = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /\p{Nd}/u.test(character));

it("digits of every script become ASCII digits, in the browser as on the server", () => {
  expect(digits.length).toBeGreaterThan(600);
  const plain = digits.map((_, place) => String(place % 10)).join("");
  expect(inBrowser(digits.join(""))).toBe(plain);
  expect(onServer(digits.join(""))).toBe(plain);
  expect(onServer("+९१ ٩٨٧ ９")).toBe("+91 987 9");
});

describe("the field of a phone number", () => {
  it.each([
    ["+91 98765-43210", "phone.note-country"],
    ["00919876543210", "phone.note-country"],
    ["919876543210", "phone.note-country"],
    ["098765 43210", "phone.note-zero"],
    ["98765 43210", null],
    ["9198765432", null],
    ["98765432109", "phone.note-too-long"],
  ])("is noted down with what was left out of %j: %s", (text, note) => {
    expect(typedPhone(text).note).toBe(note);
  });

  it("of another country leaves nothing that could be sent elsewhere", () => {
    const abroad = { value: "", note: "phone.note-abroad" };
    expect(typedPhone("+44 7700 900123")).toMatchObject(abroad);
  });

  it("never makes the field hold more than ten digits", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[+\d ()a-]{0,20}$/), (text) => {
        expect(typedPhone(text).value).toMatch(/^\d{0,10}$/);
      }),
    );
  });

  it("holds the ten digits that the server reads of the same text", () => {
    const typing = fc.stringMatching(/^(\+91|0091|91|0|\+91 \(0\) )?\d{5}[ -]?\d{5}$/);
    fc.assert(
      fc.property(typing, (text) => {
        expect(`+91${typedPhone(text).value}`).toBe(toE164(text));
      }),
    );
  });
});

it("the field of a code holds its six digits", () => {
  for (const text of ["482 913", "४८२९१३"]) expect(typedCode(text).value).toBe("482913");
});
