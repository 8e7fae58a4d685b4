let ofTheServer = "Pulse";

/** Tells the server's side the configured name, before the first page is rendered. */
export function setSiteName(siteName: string): void {
  ofTheServer = siteName;
}

/**
 * The site's name where the root's data is missing: a refused method runs no loader. The browser finds it
 * in the document again, which has it from `errorMeta`.
 */
export function siteNameWithoutData(): string {
  if (typeof document === "undefined") return ofTheServer;
  const written = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]');
  return written?.content ?? ofTheServer;
}
