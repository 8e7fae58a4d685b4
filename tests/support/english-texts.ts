import { loadAllCatalogues } from "~/features/shell/catalogues";
import { messagesIn } from "~/features/shell/messages";

await loadAllCatalogues();

/** The English texts of the deletion page. */
export const english = messagesIn("en");
