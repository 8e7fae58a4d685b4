import { expect, it } from "vitest";
import { withAsciiDigits as onServer } from "server/deletion/typed-input.server";
import { withAsciiDigits as inBrowser } from "~/features/deletion/typed-digits";

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
