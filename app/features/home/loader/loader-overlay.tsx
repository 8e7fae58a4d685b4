import { useCallback, useEffect, useState } from "react";
import { tryStorage } from "~/lib/storage";
import { Loader } from "./loader";

/**
 * Shows the loader on a first visit. The inline script of the head covers the page before its first paint; without that
 * cover, or after it has left, the page has been seen, and no loader comes any more.
 */
export function LoaderOverlay() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    // eslint-disable-next-line react/set-state-in-effect -- the server cannot know whether this is a first visit
    if (isCovered()) setShown(true);
    else uncover();
  }, []);
  const end = useCallback(() => {
    tryStorage(() => localStorage.setItem("loaderShown", "true"));
    uncover();
    setShown(false);
  }, []);
  return shown ? <Loader onEnd={end} /> : null;
}

function isCovered(): boolean {
  const { visibility } = getComputedStyle(document.body, "::before");
  return document.documentElement.dataset.cover !== undefined && visibility === "visible";
}

function uncover(): void {
  delete document.documentElement.dataset.cover;
}
