import { messagesIn } from "~/features/deletion/catalogues.server";

/** The English texts of the deletion page. */
export const english = messagesIn("en");
