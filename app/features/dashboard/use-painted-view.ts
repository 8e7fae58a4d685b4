import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { purgeCache, readCache, writeCache } from "./browser-cache";
import { DASHBOARD_PATH, parseDashboardState, type DashboardState } from "./dashboard-url";
import { viewCompleteness, viewName, type DashboardView } from "./dashboard-view";

/** Answers that take no longer than this need no 'Loading…': it would only flicker. Milliseconds. */
const LOADING_AFTER = 150;

/** What stands on the screen: a view, or only its state while it is on its way. */
export interface PaintedView {
  state: DashboardState;
  view: DashboardView | null;
}

/**
 * What to paint while a navigation is under way: the browser's own copy of the view asked for, at
 * once; without one the view that is there, then after a moment its loading state.
 *
 * @param loaded the view that the server sent last
 */
export function usePaintedView(loaded: DashboardView): PaintedView {
  const asked = useAskedFor(loaded);
  const late = useLate(asked && viewName(asked));
  useKeptViews(loaded);
  if (!asked) return { state: loaded.state, view: loaded };
  const kept = readView(viewName(asked));
  if (kept) return { state: asked, view: { ...kept, now: Math.max(kept.now, loaded.now) } };
  return late ? { state: asked, view: null } : { state: loaded.state, view: loaded };
}

/** Goes up when {@link DashboardView} changes: views kept by an older page are then not painted. */
const VERSION = 1;

function readView(name: string): DashboardView | null {
  const kept = readCache(name);
  if (typeof kept !== "object" || kept === null) return null;
  if (!("version" in kept && kept.version === VERSION && "view" in kept)) return null;
  // Written by this module at this version.
  return kept.view as DashboardView;
}

function useAskedFor(loaded: DashboardView): DashboardState | null {
  const { location } = useNavigation();
  if (location?.pathname !== DASHBOARD_PATH) return null;
  const asked = parseDashboardState(new URLSearchParams(location.search));
  return viewName(asked) === viewName(loaded.state) ? null : asked;
}

function useLate(name: string | null): boolean {
  const [late, setLate] = useState<string | null>(null);
  useEffect(() => {
    if (name === null) return;
    const timer = setTimeout(() => setLate(name), LOADING_AFTER);
    return () => {
      clearTimeout(timer);
      setLate(null);
    };
  }, [name]);
  return late !== null && late === name;
}

function useKeptViews(loaded: DashboardView): void {
  useEffect(purgeCache, []);
  useEffect(() => {
    const worthKeeping = loaded.fleet ?? loaded.trips;
    if (worthKeeping && viewCompleteness(loaded) === "all") {
      writeCache(viewName(loaded.state), { version: VERSION, view: loaded });
    }
  }, [loaded]);
}
