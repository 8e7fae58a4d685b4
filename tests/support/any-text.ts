import fc from "fast-check";

/** How many numbers in the middle of Unicode name no character, but half of one. */
const FIRST_HALF = 0xd800;
const HALVES = 0x800;

/** Any character that a text can hold, for `fc.string`: as its own unit "binary", which takes a second to make. */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10ffff - HALVES).map(
  (place) => String.fromCodePoint(place < FIRST_HALF ? place : place + HALVES),
  (text) => {
    const [character = "", ...more] = typeof text === "string" ? text : "";
    if (more.length > 0) throw new Error("more than one character");
    const code = character.codePointAt(0) ?? NaN;
    return code < FIRST_HALF ? code : code - HALVES;
  },
);
