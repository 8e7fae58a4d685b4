import { audiences, type Audience } from "~/content/contact";
import { pages } from "~/content/pages";

/** The audience whose popup a URL opens; null for the page with the cards. */
export function audienceOf(search: URLSearchParams): Audience | null {
  const audience = search.get("audience");
  const isKnown = audience !== null && Object.hasOwn(audiences, audience);
  return isKnown ? (audience as Audience) : null; // one of its keys
}

/** URL of the page with a popup open. */
export function popupUrl(audience: string): string {
  return `${pages.contact.path}?audience=${audience}`;
}

/** `id` of the card that opens a popup; closing the popup leads back to the card. */
export function cardId(audience: string): string {
  return `card-${audience}`;
}
