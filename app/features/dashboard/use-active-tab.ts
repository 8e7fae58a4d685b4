import { useNavigate, useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { asTab, dashboardUrl, type Tab } from "./dashboard-url";

const KEY = "activeTab";

/** Keeps the open tab in session storage and goes back to it when the URL names none. */
export function useActiveTab(tab: Tab): void {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const named = params.has("tab");
  useEffect(() => {
    const stored = named ? undefined : readTab();
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
