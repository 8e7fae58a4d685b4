import { useBrowserValue } from "~/lib/hydration";
import { createSignal } from "~/lib/signal";
import { tryStorage } from "~/lib/storage";

const ended = createSignal();
let hasEnded = false; // ends the loader where storage cannot be written

/**
 * Whether this visit starts with the loader: the first visit, except with reduced or paused motion, with data saving, or
 * right after the deletion of an account, which clears the storage. With forbidden storage it is false, because otherwise
 * every visit would start with the loader.
 *
 * Its source is also sent as an inline script, so it uses nothing from outside itself.
 */
export function needsLoader(): boolean {
  try {
    // The Network Information API is not in TypeScript's library: only some browsers have it.
    const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
    return (
      localStorage.getItem("loaderShown") === null &&
      localStorage.getItem("pause-motion") !== "on" &&
      !/(?:^|; )(?:__Host-)?(?:pause-motion=on|loader=off)(?:;|$)/.test(document.cookie) &&
      !matchMedia("(prefers-reduced-motion: reduce)").matches &&
      !connection?.saveData
    );
  } catch {
    return false;
  }
}

/** Whether the loader has to be displayed now; false on the server. */
export function useFirstVisit(): boolean {
  return useBrowserValue(ended.subscribe, isFirstVisit, false);
}

const isFirstVisit = () => !hasEnded && needsLoader();

/** Ends the loader and stores that it was shown; where storage cannot be written, the next visit shows it again. */
export function endLoader(): void {
  hasEnded = true;
  tryStorage(() => localStorage.setItem("loaderShown", "true"));
  delete document.documentElement.dataset.cover;
  ended.tell();
}
