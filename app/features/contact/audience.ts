import { audiences, type Audience } from "~/content/contact";
import { pages } from "~/content/pages";

/** The popup that a URL asks for; null for the cards. */
export function audienceOf(search: URLSearchParams): Audience | null {
  const asked = search.get("audience");
  return asked !== null && Object.hasOwn(audiences, asked) ? (asked as Audience) : null; // one of its keys
}

/** URL of the page with a popup open. */
export function popupUrl(audience: Audience): string {
  return `${pages.contact.path}?audience=${audience}`;
}

/** `id` of the card that opens a popup, where the focus goes back to. */
export function cardId(audience: Audience): string {
  return `card-${audience}`;
}
