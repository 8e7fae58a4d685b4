import {
  NavigationType,
  useFetcher,
  useLocation,
  useNavigate,
  useNavigation,
  useNavigationType,
} from "@remix-run/react";
import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { useBrowserLayoutEffect, useHydrated } from "~/lib/hydration";
import { tryStorage } from "~/lib/storage";
import { storePaintedAnswer, purgeCopies, type DashboardAnswer } from "./browser-answers";
import {
  parseTab,
  DASHBOARD_PATH,
  dashboardUrl,
  parseDashboardState,
  type DashboardState,
  type Tab,
} from "./dashboard-url";
import { viewName } from "./dashboard-view";
import { screenOf } from "./screen";
import { useLiveUpdates } from "./use-live-updates";

/** Delay in ms before a loading state is displayed: for faster answers it would only flicker. */
const LOADING_AFTER = 150;

/**
 * Collects the input of {@link screenOf}, and refreshes the answer by live updates and after the
 * browser's stored copy was displayed.
 *
 * @param loaded the route's loader data
 * @param rows heading of the panel with the rows
 * @returns the screen; `newRows.show` displays the rows that are held back
 */
export function useScreen(loaded: DashboardAnswer, paused: boolean, rows: RefObject<HTMLElement>) {
  const { answer, refresh } = useNewestAnswer(loaded);
  const { search } = useLocation();
  const lostAt = useLiveUpdates(answer.view, paused, refresh);
  const lateState = useLateView(answer.view.state);
  const [displayed, setDisplayed] = useState({ loaded, answer });
  const screen = screenOf({
    answer,
    address: stateOf(search),
    pendingState: lateState,
    displayedAnswer: displayed.loaded === loaded ? displayed.answer : null,
    paused,
    lostAt,
  });
  const { shown, newRows } = screen;

  useStoredTab(answer.view.state.tab, search);
  useEffect(purgeCopies, []);
  useEffect(() => {
    storePaintedAnswer(answer);
    if (answer.from === "cache") refresh();
    return () => storePaintedAnswer(null);
  }, [answer, refresh]);

  const show = () => setDisplayed({ loaded, answer });
  if (!newRows && (displayed.loaded !== loaded || displayed.answer !== answer)) show();
  // On page 1, unused rows update at once. A layout effect prevents a flash of the notice.
  const canFollow = newRows !== null && shown.state.page === 1;
  useBrowserLayoutEffect(() => {
    if (canFollow && isUntouched(rows.current)) setDisplayed({ loaded, answer });
  }, [canFollow, rows, loaded, answer]);

  return { ...screen, newRows: newRows && { ...newRows, show } };
}

const stateOf = (search: string) => parseDashboardState(new URLSearchParams(search));

/**
 * The newest answer for the open view. A fetcher refreshes it, because revalidating the route would
 * reset the scroll position and interrupt a pending navigation.
 */
function useNewestAnswer(loaded: DashboardAnswer) {
  const { load, data: live } = useFetcher<() => Promise<DashboardAnswer>>();
  const name = viewName(loaded.view.state);
  const refresh = useCallback(() => load(name), [load, name]);
  const [newest, setNewest] = useState({ loaded, live, answer: loaded });
  if (newest.loaded !== loaded) setNewest({ loaded, live, answer: loaded });
  else if (newest.live !== live) {
    const isSameView = live && viewName(live.view.state) === name;
    setNewest({ loaded, live, answer: isSameView ? live : newest.answer });
  }
  return { answer: newest.answer, refresh };
}

/** The target of a slow navigation to another view; a redirect continues the same wait. */
function useLateView(current: DashboardState): DashboardState | null {
  const { location } = useNavigation();
  const target = location?.pathname === DASHBOARD_PATH ? stateOf(location.search) : null;
  const isOther = target !== null && viewName(target) !== viewName(current);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isOther) return;
    const timer = setTimeout(() => setLate(true), LOADING_AFTER);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isOther]);
  return isOther && isLate ? target : null;
}

/** Whether the rows are not in use: unscrolled, without pointer, focus, selection or open trip. */
function isUntouched(heading: HTMLElement | null): boolean {
  const panel = heading?.closest("section");
  if (!panel || panel.getBoundingClientRect().top < 0) return false;
  const selection = document.getSelection();
  return !(
    panel.matches(":focus-within") ||
    panel.querySelector("tbody:hover, tbody details[open]") ||
    (selection && !selection.isCollapsed && panel.contains(selection.anchorNode))
  );
}

const TAB_KEY = "activeTab";

/**
 * Keeps the open tab in session storage, if storage is allowed. A visit that starts with a document
 * load or a link, at a URL without a tab, restores that tab. Later navigations within the dashboard
 * and history navigations follow the URL.
 */
function useStoredTab(tab: Tab, search: string): void {
  const navigate = useNavigate();
  const isNamed = new URLSearchParams(search).has("tab");
  const isDocument = !useHydrated();
  const isLink = useNavigationType() !== NavigationType.Pop;
  const isArrival = useRef(isDocument || isLink);
  useEffect(() => {
    const isNeeded = !isNamed && isArrival.current;
    const stored = isNeeded
      ? tryStorage(() => parseTab(sessionStorage.getItem(TAB_KEY)))
      : undefined;
    isArrival.current = false;
    if (stored && stored !== tab) navigate(dashboardUrl({ tab: stored }), { replace: true });
    else tryStorage(() => sessionStorage.setItem(TAB_KEY, tab));
  }, [isNamed, tab, navigate]);
}
