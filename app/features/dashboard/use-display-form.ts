import { useFetcher, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Display } from "server/session/display-cookies.server";
import { loadSiteAgain, useSite } from "~/features/shell/site";

/**
 * The fetcher of a form that chooses how pages look. Remix loads the site's data anew after it, and not the figures; but
 * what is loaded meanwhile (a live update, a link) takes that load's place and may have been answered before the choice
 * was known. What was chosen and is not shown in the end is loaded once more.
 *
 * @param name of the choice, in the form and in what the site knows of the visitor
 */
export function useDisplayForm(name: keyof Display) {
  const fetcher = useFetcher();
  const { revalidate } = useRevalidator();
  const shown = useSite().display[name];
  const chosen = useRef<FormDataEntryValue | null>(null);
  const { state, formData } = fetcher;
  useEffect(() => {
    if (formData) chosen.current = formData.get(name);
    if (state !== "idle" || chosen.current === null) return;
    const isShown = chosen.current === shown;
    chosen.current = null;
    if (isShown) return;
    loadSiteAgain();
    revalidate();
  }, [state, formData, name, shown, revalidate]);
  return fetcher;
}
