import {
  NavigationType,
  useFetcher,
  useLocation,
  useNavigate,
  useNavigation,
  useNavigationType,
} from "@remix-run/react";
import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { useIsWaiting } from "~/lib/connection";
import { useBrowserLayoutEffect, useHydrated } from "~/lib/hydration";
import { tryStorage } from "~/lib/storage";
import { notePainted, purgeCopies, type DashboardAnswer } from "./browser-answers";
import {
  asTab,
  DASHBOARD_PATH,
  dashboardUrl,
  parseDashboardState,
  type DashboardState,
  type Tab,
} from "./dashboard-url";
import { viewName } from "./dashboard-view";
import { screenOf } from "./screen";
import { useLiveUpdates } from "./use-live-updates";

/** Answers that take no longer than this need no 'Loading…': it would only flicker. Milliseconds. */
const LOADING_AFTER = 150;

/**
 * Brings together what {@link screenOf} decides by: the newest answer, which is asked for again while live updates are
 * on and where the browser's own copy was shown, the address, what is on its way, and what is read.
 *
 * @param loaded what the route was loaded with
 * @param rows the heading of the panel with the rows that are read
 * @returns the screen; `newRows.show` shows the rows that are held back
 */
export function useScreen(loaded: DashboardAnswer, paused: boolean, rows: RefObject<HTMLElement>) {
  const { answer, refresh } = useNewestAnswer(loaded);
  const { search } = useLocation();
  const lostAt = useLiveUpdates(answer.view, paused, refresh);
  const asked = useLateView(answer.view.state);
  const [read, setRead] = useState({ loaded, answer });
  const screen = screenOf({
    answer,
    address: stateOf(search),
    asked,
    read: read.loaded === loaded ? read.answer : null,
    paused,
    lostAt,
  });
  const { shown, newRows } = screen;

  useStoredTab(answer.view.state.tab, search);
  useEffect(purgeCopies, []);
  useEffect(() => {
    notePainted(answer);
    if (answer.from === "cache") refresh();
    return () => notePainted(null);
  }, [answer, refresh]);

  const show = () => setRead({ loaded, answer });
  if (!newRows && (read.loaded !== loaded || read.answer !== answer)) show();
  // The top of the newest rows follows by itself while nobody is in it. Decided before the browser paints, because the
  // notice would flash.
  const follows = newRows !== null && shown.state.page === 1;
  useBrowserLayoutEffect(() => {
    if (follows && isUntouched(rows.current)) setRead({ loaded, answer });
  }, [follows, rows, loaded, answer]);

  return { ...screen, newRows: newRows && { ...newRows, show } };
}

const stateOf = (search: string) => parseDashboardState(new URLSearchParams(search));

/**
 * The newest answer to the view that is open. It is asked for again by a fetcher: to revalidate the route would scroll
 * back whoever has scrolled meanwhile, and take the place of a move that is under way.
 */
function useNewestAnswer(loaded: DashboardAnswer) {
  const { load, data: live } = useFetcher<() => Promise<DashboardAnswer>>();
  const name = viewName(loaded.view.state);
  const refresh = useCallback(() => load(name), [load, name]);
  const [newest, setNewest] = useState({ loaded, live, answer: loaded });
  if (newest.loaded !== loaded) setNewest({ loaded, live, answer: loaded });
  else if (newest.live !== live) {
    const isOfThis = live && viewName(live.view.state) === name;
    setNewest({ loaded, live, answer: isOfThis ? live : newest.answer });
  }
  return { answer: newest.answer, refresh };
}

/** Another view than the one that was answered, once it has been on its way for a moment. A redirect is the same wait. */
function useLateView(answered: DashboardState): DashboardState | null {
  const { location } = useNavigation();
  const isWaiting = useIsWaiting();
  const asked = location?.pathname === DASHBOARD_PATH ? stateOf(location.search) : null;
  const isOther = asked !== null && viewName(asked) !== viewName(answered) && !isWaiting;
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!isOther) return;
    const timer = setTimeout(() => setLate(true), LOADING_AFTER);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isOther]);
  return isOther && late ? asked : null;
}

/** Whether nobody reads the rows closely: they stand below their heading, with no pointer, focus, selection or open trip. */
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
 * Keeps the open tab in session storage. Whoever arrives at the dashboard by a URL that names none goes back to it;
 * whoever moves within it, or goes back in the history, sees what the URL says. Where storage is forbidden, the URL alone
 * keeps the tab.
 */
function useStoredTab(tab: Tab, search: string): void {
  const navigate = useNavigate();
  const isNamed = new URLSearchParams(search).has("tab");
  const isDocument = !useHydrated();
  const isLink = useNavigationType() !== NavigationType.Pop;
  const arrives = useRef(isDocument || isLink);
  useEffect(() => {
    const asks = !isNamed && arrives.current;
    const stored = asks ? tryStorage(() => asTab(sessionStorage.getItem(TAB_KEY))) : undefined;
    arrives.current = false;
    if (stored && stored !== tab) navigate(dashboardUrl({ tab: stored }), { replace: true });
    else tryStorage(() => sessionStorage.setItem(TAB_KEY, tab));
  }, [isNamed, tab, navigate]);
}
