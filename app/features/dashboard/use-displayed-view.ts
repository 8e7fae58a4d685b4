import { useFetcher, useLocation, useNavigation } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { useIsWaiting } from "~/lib/connection";
import { purgeCache } from "./browser-cache";
import { DASHBOARD_PATH, parseDashboardState, type DashboardState } from "./dashboard-url";
import { viewName, type DashboardView } from "./dashboard-view";
import type { LiveState } from "./page-status";
import { useHeldRows, type WaitingRows } from "./trips/use-held-rows";
import { useLiveUpdates } from "./use-live-updates";
import { noteOnScreen, type DashboardAnswer } from "./view-loading";

/** Answers that take no longer than this need no 'Loading…': it would only flicker. Milliseconds. */
const LOADING_AFTER = 150;

/** What stands on the screen: all that anything else of the dashboard needs to know of it. */
export interface DisplayedView {
  state: DashboardState;
  /** Null while it is on its way. */
  view: DashboardView | null;
  /** The last one that was answered with. */
  answered: DashboardView;
  /** Newer rows that are held back. */
  waiting: WaitingRows | null;
  live: LiveState;
  pause: (paused: boolean) => void;
}

/**
 * Decides what is painted: the newest answer; while another view is on its way, after a moment that one's loading
 * state; rows that are read, in place of newer ones. Where no answer comes, what was shown stays. For an answer from
 * the browser's own copy the server is asked.
 *
 * @param loaded what the route was loaded with
 */
export function useDisplayedView(loaded: DashboardAnswer): DisplayedView {
  const { answer, refresh } = useNewestAnswer(loaded);
  const [paused, pause] = useState(false);
  const lostAt = useLiveUpdates(answer.view, paused, refresh);
  const asked = useAskedFor(answer.view);
  const isWaiting = useIsWaiting();
  const late = useLate(asked !== null && !isWaiting);
  useEffect(purgeCache, []);
  useEffect(() => {
    noteOnScreen(answer);
    if (answer.from === "cache") refresh();
    return () => noteOnScreen(null);
  }, [answer, refresh]);

  const loading = asked !== null && late;
  const held = useHeldRows(loading ? null : answer.view, answer.from === "cache");
  return {
    state: loading ? asked : answer.view.state,
    ...held,
    answered: answer.view,
    live: { paused, lostAt: answer.lostAt ?? lostAt },
    pause,
  };
}

/**
 * The newest answer to the view that is open. It is asked for again by a fetcher: to revalidate the route would scroll
 * back whoever has scrolled meanwhile, and take the place of a move that is under way.
 */
function useNewestAnswer(loaded: DashboardAnswer) {
  const { load, data: live } = useFetcher<() => Promise<DashboardAnswer>>();
  const { pathname, search } = useLocation();
  const refresh = useCallback(() => load(pathname + search), [load, pathname, search]);
  const [newest, setNewest] = useState({ loaded, live, answer: loaded });
  if (newest.loaded !== loaded) setNewest({ loaded, live, answer: loaded });
  else if (newest.live !== live) {
    const isOfThis = live && viewName(live.view.state) === viewName(loaded.view.state);
    setNewest({ loaded, live, answer: isOfThis ? live : newest.answer });
  }
  return { answer: newest.answer, refresh };
}

function useAskedFor(answered: DashboardView): DashboardState | null {
  const { location } = useNavigation();
  if (location?.pathname !== DASHBOARD_PATH) return null;
  const asked = parseDashboardState(new URLSearchParams(location.search));
  return viewName(asked) === viewName(answered.state) ? null : asked;
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
