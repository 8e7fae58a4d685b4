import { useEffect, useState } from "react";
import type { FilmOverlay } from "~/lib/film-overlay";

/**
 * Fetches where things are in a film, once it is wanted.
 *
 * @param url of the overlay; undefined while it is not needed
 */
export function useFilmOverlay(url: string | undefined): FilmOverlay | undefined {
  const [fetched, setFetched] = useState<{ url: string; overlay: FilmOverlay }>();

  useEffect(() => {
    if (!url) return;
    const leaving = new AbortController();
    fetchOverlay(url, leaving.signal).then(
      (overlay) => setFetched({ url, overlay }),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        // eslint-disable-next-line no-console -- the film plays on without marks; nobody else hears of it
        console.warn(`No marks for the film: ${url}`, error);
      },
    );
    return () => leaving.abort();
  }, [url]);

  return fetched && fetched.url === url ? fetched.overlay : undefined;
}

async function fetchOverlay(url: string, signal: AbortSignal): Promise<FilmOverlay> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`HTTP status ${response.status}`);
  // The site's own file; a unit test holds every one of them against this type.
  return (await response.json()) as FilmOverlay;
}
