import { useBrowserValue } from "~/lib/hydration";
import { createSignal } from "~/lib/signal";
import { tryStorage } from "~/lib/storage";

const ended = createSignal();
let left = false; // ends the loader where storage cannot be written

/**
 * Whether this visit begins with the loader: the first one, unless motion or data is to be saved, or an account
 * has just been deleted, which empties the storage. Where storage is forbidden it never does, or it would begin
 * every visit.
 *
 * Its source is also sent as an inline script, so it uses nothing from outside itself.
 */
export function wantsLoader(): boolean {
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

/** Whether the loader is to be shown now; false on the server. */
export function useFirstVisit(): boolean {
  return useBrowserValue(ended.subscribe, isFirstVisit, false);
}

const isFirstVisit = () => !left && wantsLoader();

/** Ends the loader and remembers that it has been shown; where storage cannot be written the next visit has it again. */
export function leaveLoader(): void {
  left = true;
  tryStorage(() => localStorage.setItem("loaderShown", "true"));
  delete document.documentElement.dataset.cover;
  ended.tell();
}
