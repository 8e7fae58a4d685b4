/** A pseudo-language for tests: the build makes accented texts of the English ones, two fifths longer. */
export { default } from "./en";
