import { useRouteLoaderData } from "@remix-run/react";
import type { NamedLanguage } from "server/process/languages.server";
import type { Catalogue } from "~/content/catalogue";
import { createMessages, type Messages } from "~/content/messages";

/** The route whose loader returns a {@link PageLanguage}. */
export const LAYOUT = "routes/deletion-layout";

/** The language of the deletion page. */
export interface PageLanguage extends Pick<Catalogue, "language" | "messages"> {
  direction: NamedLanguage["direction"];
  /** Languages to choose from, the default first; empty if there is only one. */
  offered: NamedLanguage[];
}

/** The messages in the page's language, for a component. */
export function useMessages(): Messages {
  const page = useRouteLoaderData<PageLanguage>(LAYOUT);
  if (!page) throw new Error("The page has no language");
  return createMessages(page);
}
