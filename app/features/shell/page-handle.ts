import { useMatches } from "@remix-run/react";
import type { ComponentType } from "react";

/** A route's `handle`: options of its page for the document and for the shell around the page. */
export interface PageHandle {
  /** `chosen`: the visitor's own choice of day or night. Left out: night, as on the public site. */
  theme?: "day" | "night" | "chosen";
  /** Set if the document is the same for everybody until the next build, except for the query parameters in `reads`. */
  publicCache?: { reads?: readonly string[] };
  /** Label of the section or product in the site's header that this page belongs to. */
  current?: string;
  /** Whether Remix follows the page's links. Links of all other pages load documents. */
  routed?: boolean;
  /** False on pages that need no script. */
  scripts?: boolean;
  /** False on pages without the site's footer. */
  footer?: boolean;
  /** Rendered before the header, so that the keyboard begins at the top of the page when it has closed. */
  Opening?: ComponentType;
}

/** The handle of the current page merged with those of its layouts; the page's own values win. */
export function usePageHandle(): PageHandle {
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined); // we have no other handles
  return Object.assign({}, ...handles) as PageHandle;
}
