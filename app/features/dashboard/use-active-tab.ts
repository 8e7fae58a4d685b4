import { NavigationType, useNavigate, useNavigationType, useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useHydrated } from "~/lib/hydration";
import { asTab, dashboardUrl, type Tab } from "./dashboard-url";

const KEY = "activeTab";

/**
 * Keeps the open tab in session storage. Whoever arrives at the dashboard by a URL that names none goes back to it;
 * whoever moves within it, or goes back in the history, sees what the URL says.
 */
export function useActiveTab(tab: Tab): void {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const named = params.has("tab");
  const isDocument = !useHydrated();
  const isLink = useNavigationType() !== NavigationType.Pop;
  const arrives = useRef(isDocument || isLink);
  useEffect(() => {
    const stored = named || !arrives.current ? undefined : readTab();
    arrives.current = false;
    if (stored && stored !== tab) navigate(dashboardUrl({ tab: stored }), { replace: true });
    else writeTab(tab);
  }, [named, tab, navigate]);
}

function readTab(): Tab | undefined {
  try {
    return asTab(sessionStorage.getItem(KEY));
  } catch {
    return undefined; // storage is forbidden
  }
}

function writeTab(tab: Tab): void {
  try {
    sessionStorage.setItem(KEY, tab);
  } catch {
    // Storage is forbidden: the URL alone keeps the tab.
  }
}
