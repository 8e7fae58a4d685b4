import { useMatches } from "@remix-run/react";
import type { ComponentType, ReactElement } from "react";
import type { PublicCache } from "server/http/route-table.server";
import type { Theme } from "server/session/display-cookies.server";

/** A route's `handle`: what its page varies of the document and of the shell around it. */
export interface PageHandle {
  /** `chosen`: the visitor's own choice of day or night. Left out: night, as on the public site. */
  theme?: Theme | "chosen";
  /** Whether, and but for what of the query, the document is the same for everybody until the next build. */
  publicCache?: PublicCache;
  /** What of the site's header this page is: a section's label or a product's. */
  current?: string;
  /** Makes the page for React to hydrate, where scripts follow links between its views: `routedPage`. */
  routed?: () => ReactElement;
  /** The same where no script does: `unroutedPage`. A page with neither stays as the server has made it. */
  unrouted?: () => Promise<ReactElement>;
  /** What the page cannot be drawn without, fetched before React hydrates it. */
  ready?: () => Promise<void>;
  /** Off where a page ends without the site's footer. */
  footer?: boolean;
  /** Stands before the site's shell, which it may cover: then nothing of the shell takes focus or is read. */
  Overlay?: ComponentType<OverlayProps>;
}

export interface OverlayProps {
  /** Says from now on whether the page is covered. */
  onCover: (covered: boolean) => void;
}

/** The handle of the page that is shown; a page has the word before the layout it stands in. */
export function usePageHandle(): PageHandle {
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined); // our routes know no other
  return Object.assign({}, ...handles) as PageHandle;
}
