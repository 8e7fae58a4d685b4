import { useEffect, useRef } from "react";
import type { DeletionPlace, Problem } from "./deletion-types";
import { SUMMARY_ID } from "./problem-summary";
import { DELETE_BUTTON_ID } from "./reasons-step";
import { HEADING_ID } from "./step-heading";

/**
 * Takes the focus along when the page changes without being loaded: to what went wrong, to the heading of the next
 * step, or back to the button that a dialog was opened with. A page that was just loaded is left alone.
 */
export function useStepFocus(place: DeletionPlace["at"], problem: Problem | null): void {
  const last = useRef({ place, problem });
  useEffect(() => {
    const before = last.current;
    last.current = { place, problem };
    if (problem !== null && problem !== before.problem) focus(SUMMARY_ID);
    else if (place === before.place) return;
    else focus(before.place === "confirm" && place === "reasons" ? DELETE_BUTTON_ID : HEADING_ID);
  }, [place, problem]);
}

function focus(id: string): void {
  document.getElementById(id)?.focus();
}
