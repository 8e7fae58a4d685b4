import { messagesIn } from "~/features/shell/catalogues.server";

/** The English texts of the deletion page. */
export const english = messagesIn("en");
