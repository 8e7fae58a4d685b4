import { audiences, type Audience } from "~/content/contact";

export { popupUrl } from "~/content/contact";

/** The popup that a URL asks for; null for the cards. */
export function audienceOf(search: URLSearchParams): Audience | null {
  const asked = search.get("audience");
  return asked !== null && Object.hasOwn(audiences, asked) ? (asked as Audience) : null; // one of its keys
}

/** `id` of the card that opens a popup, where the focus goes back to. */
export function cardId(audience: Audience): string {
  return `card-${audience}`;
}
