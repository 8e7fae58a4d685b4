import { useEffect, type RefObject } from "react";
import { useInterval } from "~/ui/use-timers";

/** Interval of checks, in milliseconds. A button stays disabled at most this long after a field was filled silently. */
const LOOK_MS = 300;

/**
 * Checks controls that password managers or browsers may fill in silently: some fire only `change`, which React ignores
 * for values set by scripts; others fire no event (Chrome on iOS).
 *
 * @param element contains the controls, or is a control itself
 * @param look checks the controls; called at an interval and on `change`, mostly without a change
 */
export function useSilentChanges(element: RefObject<HTMLElement>, look: () => void): void {
  useInterval(true, LOOK_MS, look);
  useEffect(() => {
    const target = element.current;
    target?.addEventListener("change", look);
    return () => target?.removeEventListener("change", look);
  }, [element, look]);
}
