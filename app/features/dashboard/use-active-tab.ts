import { NavigationType, useNavigate, useNavigationType, useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useHydrated } from "~/lib/hydration";
import { tryStorage } from "~/lib/storage";
import { asTab, dashboardUrl, type Tab } from "./dashboard-url";

const KEY = "activeTab";

/**
 * Keeps the open tab in session storage. Whoever arrives at the dashboard by a URL that names none goes back to it;
 * whoever moves within it, or goes back in the history, sees what the URL says. Where storage is forbidden, the URL alone
 * keeps the tab.
 */
export function useActiveTab(tab: Tab): void {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const named = params.has("tab");
  const isDocument = !useHydrated();
  const isLink = useNavigationType() !== NavigationType.Pop;
  const arrives = useRef(isDocument || isLink);
  useEffect(() => {
    const asks = !named && arrives.current;
    const stored = asks ? tryStorage(() => asTab(sessionStorage.getItem(KEY))) : undefined;
    arrives.current = false;
    if (stored && stored !== tab) navigate(dashboardUrl({ tab: stored }), { replace: true });
    else tryStorage(() => sessionStorage.setItem(KEY, tab));
  }, [named, tab, navigate]);
}
