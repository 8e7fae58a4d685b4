import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useHydrated } from "~/lib/hydration";
import { tryStorage } from "~/lib/storage";
import { dashboardUrl, parseDashboardState, parseTab, type Tab } from "./dashboard-url";

const TAB_KEY = "activeTab";

/**
 * Keeps the open tab in session storage, if storage is allowed. A document at a URL without a tab restores that tab; later
 * navigations follow the URL.
 */
export function useStoredTab(tab: Tab): void {
  const navigate = useNavigate();
  const { search } = useLocation();
  const isArrival = useRef(!useHydrated());
  useEffect(() => {
    const params = new URLSearchParams(search);
    const restores = isArrival.current && !params.has("tab");
    isArrival.current = false;
    const stored = tryStorage(() => parseTab(sessionStorage.getItem(TAB_KEY)));
    if (restores && stored && stored !== tab) {
      params.set("tab", stored);
      navigate(dashboardUrl(parseDashboardState(params)), { replace: true });
    } else tryStorage(() => sessionStorage.setItem(TAB_KEY, tab));
  }, [search, tab, navigate]);
}
