/** A made-up language for tests: the build makes accented words of the English ones, longer by two fifths. */
export { default } from "./en";
