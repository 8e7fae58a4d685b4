import type { Refusal } from "server/http/guard/refusals.server";
import type { SmallPage } from "server/http/guard/small-page.server";
import type { NamedLanguage } from "server/process/languages.server";
import { messagesIn } from "./catalogues.server";

/** Texts of the response to a refused request for the account-deletion page, in the request's language. */
export function refusalWords(refusal: Refusal, { code, direction }: NamedLanguage): SmallPage {
  const { text } = messagesIn(code);
  return {
    language: code,
    direction,
    heading: text(`refusal.${refusal}`),
    text: text(`refusal.${refusal}-text`),
    back: { href: "/", name: text("refusal.home") },
    reference: (reference) => text("error.reference", { reference }),
  };
}
