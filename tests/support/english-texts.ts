import { loadAllCatalogues } from "~/features/shell/catalogues";
import { messagesIn } from "~/features/shell/messages";

await loadAllCatalogues();

/** The texts of the deletion page as English writes them. */
export const english = messagesIn("en");
