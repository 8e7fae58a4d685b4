import { PEOPLE, portrait } from "./drawn/portrait.js";

/** The team as the product keeps people: recognisable as persons, blurred beyond recognition. */
export default function portraits() {
  return {
    pictures: Object.fromEntries(PEOPLE.map((_, i) => [`person-${i + 1}`, portrait(i)])),
  };
}
