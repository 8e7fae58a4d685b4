import { expect, it } from "vitest";
import { typedCode, typedPhone } from "~/features/deletion/typed-digits";

/** What stands in a field after a text has been typed into it, one character after another. */
function typing(keep: typeof typedPhone, text: string): string {
  return Array.from(text).reduce((value, character) => keep(value + character), "");
}

it.each([
  ["9876543210", "9876543210"],
  ["98765432101", "9876543210"],
  ["09876543210", "9876543210"],
  ["+919876543210", "9876543210"],
  ["00919876543210", "9876543210"],
  // Ten of these digits would be another person's number.
  ["91987654321", "91987654321"],
  ["0091987654321", "0091987654321"],
  ["+91 0987654321", "+910987654321"],
  ["+91 0 98765 43210", "9876543210"],
  ["+1 415 555 0123", "+14155550123"],
  ["\u202a+1 415 555 0123", "+14155550123"],
  ["tel:(+44) 7911 123456", "+447911123456"],
  ["९८७६५ ४३२१०", "९८७६५४३२१०"],
  ["98a76+5 432-10", "9876543210"],
])("the number %s, typed or pasted, becomes %s", (text, value) => {
  expect([typing(typedPhone, text), typedPhone(text)]).toEqual([value, value]);
});

it.each([
  ["482 913", "482913"],
  ["4829130", "482913"],
  ["४८२ ९१३०", "४८२९१३"],
])("the code %s becomes %s", (text, value) => {
  expect(typedCode(text)).toBe(value);
});
