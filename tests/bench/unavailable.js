/** Why a row cannot be measured here or yet; its message stands in the table. */
export class Unavailable extends Error {
  /** @override */
  name = "Unavailable";
}
