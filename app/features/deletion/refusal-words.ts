import type { Refusal, RefusalWords } from "server/http/guard/refusals.server";
import type { NamedLanguage } from "server/process/languages.server";
import { messagesIn } from "~/features/shell/messages";

/** What a refused request for the account-deletion page is told, in its language. */
export function refusalWords(refusal: Refusal, { code, direction }: NamedLanguage): RefusalWords {
  const { text } = messagesIn(code);
  return {
    language: code,
    direction,
    heading: text(`refusal.${refusal}`),
    text: text(`refusal.${refusal}-text`),
    home: text("refusal.home"),
    reference: (reference) => text("error.reference", { reference }),
  };
}
