import { lazy, Suspense, useEffect, type ComponentType } from "react";
import { useNonce } from "~/features/shell/document-context";
import type { OverlayProps } from "~/features/shell/page-handle";
import { leaveLoader, useFirstVisit, wantsLoader } from "./loader/first-visit";

/** When the style sheet's cover leaves by itself: a page that was seen is not covered again. */
const COVER_MS = 4_000;

/** Only first visits need it; one whose loader cannot be fetched, or not in time, goes on without. */
const Loader = lazy<ComponentType>(() => {
  const tooLate = new Promise<never>((_resolve, reject) => setTimeout(reject, COVER_MS));
  return Promise.race([import("./loader/loader"), tooLate]).then(
    (module) => ({ default: module.Loader }),
    () => {
      leaveLoader();
      return { default: () => null };
    },
  );
});

/** Before the home page: the loader of a first visit. */
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
 * Covers the page before its first paint where the loader will follow, so that the page does not flash
 * up before it: on a throttled phone hydration, which brings the loader, comes 2 s after the first paint.
 * The style sheet takes the cover away by itself should the loader never come.
 */
function CoverScript() {
  // What was wanted while the page was prerendered may not be wanted when it is opened, and nothing would uncover it.
  const source = `if(!document.prerendering&&(${wantsLoader.toString()})())document.documentElement.dataset.cover=""`;
  return (
    <script
      nonce={useNonce()}
      suppressHydrationWarning // the server's source is not the browser's minified one
      dangerouslySetInnerHTML={{ __html: source }}
    />
  );
}
