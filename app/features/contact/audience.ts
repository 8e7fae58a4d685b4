import { audiences, type Audience } from "~/content/contact";
import { pages } from "~/content/pages";

/** The audience whose popup a URL asks for; null for the page of cards. */
export function audienceOf(search: URLSearchParams): Audience | null {
  const audience = search.get("audience");
  const isKnown = audience !== null && Object.hasOwn(audiences, audience);
  return isKnown ? (audience as Audience) : null; // one of its keys
}

export function popupUrl(audience: Audience): string {
  return `${pages.contact.path}?audience=${audience}`;
}

/** `id` of the card that opens a popup, where its Close leads back to. */
export function cardId(audience: Audience): string {
  return `card-${audience}`;
}
