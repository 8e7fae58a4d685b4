import fc from "fast-check";
import { expect, it } from "vitest";
import { readReferralCode } from "server/referral/referral-code.server";

it.each([
  ["/ref/ABC-123", "ABC-123", "ABC-123"],
  ["/REF/ABC/", "ABC", "ABC"],
  ["/ref/..%2f", "../", "..%2F"],
  ["/ref/%2F%2Fevil", "//evil", "%2F%2Fevil"],
  ["/ref///evil", "//evil", "%2F%2Fevil"],
  ["/ref/%252F", "%2F", "%252F"],
  ["/ref/a+b&c=d;e#f", "a+b&c=d;e#f", "a%2Bb%26c%3Dd%3Be%23f"],
  ["/ref/100%", "100%", "100%25"],
  ["/ref/%zz", "%zz", "%25zz"],
])("referral codes are read from %s", (path, text, encoded) => {
  expect(readReferralCode(path)).toEqual({ shown: text, text, encoded });
});

it("referral codes are shown with symbols for invisible characters", () => {
  expect(readReferralCode("/ref/%00a%0A%7F")).toEqual({
    shown: "␀a␊\ufffd",
    text: "\0a\n\x7f",
    encoded: "%00a%0A%7F",
  });
  expect(readReferralCode("/ref/%E2%80%AEcba")?.shown).toBe("\ufffdcba");
  expect(readReferralCode("/ref/%FF")).toMatchObject({ shown: "\ufffd", encoded: "%FF" });
});

it.each(["/ref", "/ref/", "/reference/ABC", "/"])("referral codes are not found at %s", (path) => {
  expect(readReferralCode(path)).toBeNull();
});

it("referral codes keep every byte in their encoded form", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
      const escaped = Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`);
      const { encoded = "" } = readReferralCode(`/ref/${escaped.join("")}`) ?? {};
      const decoded = encoded
        .replace(/%([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
        .split("")
        .map((character) => character.charCodeAt(0));
      expect(decoded).toEqual(Array.from(bytes));
    }),
  );
});
