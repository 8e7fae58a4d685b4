import { lazy, Suspense, useEffect, type ComponentType } from "react";
import { useNonce } from "~/features/shell/document-context";
import type { OverlayProps } from "~/features/shell/page-handle";
import { endLoader, useFirstVisit, needsLoader } from "./loader/first-visit";

/** Time after which the style sheet removes the cover. Later the loader must not cover the displayed page again. */
const COVER_MS = 4_000;

/** Fetched on first visits only. If the loader cannot be fetched in time, the page is displayed without it. */
const Loader = lazy<ComponentType>(() => {
  const timeout = new Promise<never>((_resolve, reject) => setTimeout(reject, COVER_MS));
  return Promise.race([import("./loader/loader"), timeout]).then(
    (module) => ({ default: module.Loader }),
    () => {
      endLoader();
      return { default: () => null };
    },
  );
});

/** Covers the home page with the loader on a first visit. */
export function LoaderOverlay({ onCover }: OverlayProps) {
  const firstVisit = useFirstVisit();
  useEffect(() => {
    onCover(firstVisit);
    return () => onCover(false);
  }, [firstVisit, onCover]);
  return (
    <>
      <CoverScript />
      {firstVisit && (
        <Suspense>
          <Loader />
        </Suspense>
      )}
    </>
  );
}

/**
 * Covers the page before its first paint if the loader follows, so that the page does not flash before the loader:
 * on a throttled phone hydration, which renders the loader, comes 2 s after the first paint. If the loader
 * never comes, the style sheet removes the cover.
 */
function CoverScript() {
  // A prerendered page is not covered: the loader may not be wanted any more on activation, and the cover would stay.
  const source = `if(!document.prerendering&&(${needsLoader.toString()})())document.documentElement.dataset.cover=""`;
  return (
    <script
      nonce={useNonce()}
      suppressHydrationWarning // the server's source is not the browser's minified one
      dangerouslySetInnerHTML={{ __html: source }}
    />
  );
}
