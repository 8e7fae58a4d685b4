import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { noteOnScreen, type DashboardAnswer } from "./view-loading";
import { purgeCache } from "./browser-cache";
import { DASHBOARD_PATH, parseDashboardState, type DashboardState } from "./dashboard-url";
import { viewName, type DashboardView } from "./dashboard-view";

/** Answers that take no longer than this need no 'Loading…': it would only flicker. Milliseconds. */
const LOADING_AFTER = 150;

/** What stands on the screen: a view, or only its state while it is on its way. */
export interface DisplayedView {
  state: DashboardState;
  view: DashboardView | null;
}

/**
 * What to paint: the view that was answered with and, while another one is on its way, after a moment that
 * one's loading state. For an answer from the browser's own copy the server is asked.
 */
export function useDisplayedView(answer: DashboardAnswer): DisplayedView {
  const { view } = answer;
  const asked = useAskedFor(view);
  const late = useLate(asked !== null);
  const { revalidate } = useRevalidator();
  useEffect(purgeCache, []);
  useEffect(() => {
    noteOnScreen(answer);
    if (answer.from === "cache") revalidate();
    return () => noteOnScreen(null);
  }, [answer, revalidate]);
  return asked && late ? { state: asked, view: null } : { state: view.state, view };
}

function useAskedFor(loaded: DashboardView): DashboardState | null {
  const { location } = useNavigation();
  if (location?.pathname !== DASHBOARD_PATH) return null;
  const asked = parseDashboardState(new URLSearchParams(location.search));
  return viewName(asked) === viewName(loaded.state) ? null : asked;
}

/** Whether something has been pending for a moment. A redirect to another view is the same wait. */
function useLate(pending: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setLate(true), LOADING_AFTER);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [pending]);
  return pending && late;
}
