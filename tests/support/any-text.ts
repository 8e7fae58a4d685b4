import fc from "fast-check";

/** The surrogates: code points that are halves of a UTF-16 pair and no characters. */
const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

/** A unit for `fc.string`: any character, as fast-check's "binary", which takes a second to create. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(0x10ffff - SURROGATES)
  .map((index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES));
