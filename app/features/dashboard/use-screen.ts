import {
  NavigationType,
  useLocation,
  useNavigate,
  useNavigation,
  useNavigationType,
} from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useHydrated } from "~/lib/hydration";
import { tryStorage } from "~/lib/storage";
import { purgeCopies, storePaintedAnswer, type DashboardAnswer } from "./browser-answers";
import {
  DASHBOARD_PATH,
  dashboardUrl,
  parseDashboardState,
  parseTab,
  type DashboardState,
  type Tab,
} from "./dashboard-url";
import { viewName } from "./dashboard-view";
import { pageOf, screenOf, type Screen } from "./screen";
import { useKeptPlace } from "./use-kept-place";
import { usePoll } from "./use-poll";

/**
 * What the dashboard displays of the route's data, which a poll keeps up to date.
 *
 * @returns the screen; `pending`: the view of a slow navigation, whose loading state is displayed instead
 */
export function useScreen(answer: DashboardAnswer): Screen & { pending: DashboardState | null } {
  const { tab } = answer.view.state;
  const opened = useOpenedAnswer(answer);
  usePoll(answer);
  useKeptPlace(answer);
  useStoredTab(tab);
  useEffect(purgeCopies, []);
  useEffect(() => {
    storePaintedAnswer(answer);
    return () => storePaintedAnswer(null);
  }, [answer]);
  const pending = usePendingState(answer.view.state);
  return { ...screenOf(opened.view, answer.view), pending };
}

/** The first answer since the last navigation whose rows did not come from the browser's stored copy. */
function useOpenedAnswer(answer: DashboardAnswer): DashboardAnswer {
  const { key } = useLocation();
  const [opened, setOpened] = useState({ key, answer });
  const isOpen = opened.key === key && opened.answer.from !== "cache" && pageOf(opened.answer.view);
  if (isOpen || opened.answer === answer) return opened.answer;
  setOpened({ key, answer });
  return answer;
}

/** Delay in ms before a loading state is displayed: for faster answers it would only flicker. */
const LOADING_AFTER = 150;

/** The target of a slow navigation to another view. */
function usePendingState(current: DashboardState): DashboardState | null {
  const { location } = useNavigation();
  const target =
    location?.pathname === DASHBOARD_PATH
      ? parseDashboardState(new URLSearchParams(location.search))
      : null;
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

const TAB_KEY = "activeTab";

/**
 * Keeps the open tab in session storage, if storage is allowed. A visit that starts with a document
 * load or a link, at a URL without a tab, restores that tab. Later navigations within the dashboard
 * and history navigations follow the URL.
 */
function useStoredTab(tab: Tab): void {
  const navigate = useNavigate();
  const { search } = useLocation();
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
