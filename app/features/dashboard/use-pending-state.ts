import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import {
  DASHBOARD_PATH,
  dashboardUrl,
  parseDashboardState,
  type DashboardState,
} from "./dashboard-url";

/** Delay in ms before a loading state is displayed: for faster answers it would only flicker. */
const LOADING_AFTER = 150;

/** The target of a slow move to another view, whose loading state is displayed; null while there is none. */
export function usePendingState(current: DashboardState): DashboardState | null {
  const { location } = useNavigation();
  const [isLate, setLate] = useState(false);
  const target =
    location?.pathname === DASHBOARD_PATH
      ? parseDashboardState(new URLSearchParams(location.search))
      : null;
  const isOther = target !== null && dashboardUrl(target) !== dashboardUrl(current);
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
