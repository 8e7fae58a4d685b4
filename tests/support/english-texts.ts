import type { FilledMessage } from "~/content/catalogue";
import { loadAllCatalogues } from "~/features/shell/catalogues";
import { messagesIn } from "~/features/shell/messages";

await loadAllCatalogues();

/** The texts of the deletion page as English writes them. */
export const english = messagesIn("en");

/** What a message of the server says in English; empty for none. */
export function inEnglish(message: FilledMessage | undefined): string {
  return message === undefined ? "" : english.filled(message);
}
