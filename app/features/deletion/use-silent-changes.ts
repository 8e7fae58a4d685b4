import { useEffect, type RefObject } from "react";
import { useInterval } from "~/ui/use-timers";

/** For how long at most a button stays disabled beside a field that was filled in without an event. */
const LOOK_MS = 300;

/**
 * Looks at controls that somebody else may fill in: password managers that fire `change` alone, which React does not
 * pass on for what a script has set, and browsers that fire nothing (Chrome on iOS).
 *
 * @param element holds the controls, or is one
 * @param look is called again and again, mostly while nothing has changed
 */
export function useSilentChanges(element: RefObject<HTMLElement>, look: () => void): void {
  useInterval(true, LOOK_MS, look);
  useEffect(() => {
    const watched = element.current;
    watched?.addEventListener("change", look);
    return () => watched?.removeEventListener("change", look);
  }, [element, look]);
}
