import { useLocation } from "@remix-run/react";
import { useState } from "react";
import type { Cached } from "server/cache/stale-while-revalidate.server";
import type { TripPage } from "server/upstream/contracts/trips.server";
import { useBrowserLayoutEffect } from "~/lib/hydration";
import { viewName, type DashboardView } from "../dashboard-view";
import { isFailed } from "../query-result";

/** Id of the heading that the rows stand below. */
export const TRIPS_HEADING = "all-trips";

/** Newer rows than those that are read. */
export interface WaitingRows {
  /** Trips that have come since; none where rows have only changed. */
  added: number;
  show: () => void;
}

/**
 * Keeps rows from changing while a visitor reads them. When newer rows have arrived, the old rows stay, with their age,
 * until the visitor asks for the newer ones; the state of the newer answer, a failure too, is shown at once. Newer rows
 * are shown at once at the top of page 1 as long as nobody points at the table or works in it.
 *
 * @param view what is to be painted; null while it is on its way
 * @param provisional whether it is the browser's own copy, for which the server is being asked
 */
export function useHeldRows(
  view: DashboardView | null,
  provisional: boolean,
): { view: DashboardView | null; waiting: WaitingRows | null } {
  const { key: visit } = useLocation();
  const [held, setHeld] = useState({ view, visit, provisional });
  const next = pageOf(view);
  const read = pageOf(held.view);
  const reading = held.visit === visit && !held.provisional && nameOf(held.view) === nameOf(view);
  const holds = reading && next && read && !sameRows(next.value, read.value);
  const show = () => setHeld({ view, visit, provisional });

  // Before the browser paints, because the notice would flash. Whether somebody works in the table is in the document.
  useBrowserLayoutEffect(() => {
    if (holds && view?.state.page === 1 && isUntouched()) setHeld({ view, visit, provisional });
  }, [holds, view, visit, provisional]);

  if (!view?.trips || !holds) {
    if (held.view !== view || held.visit !== visit) show();
    return { view, waiting: null };
  }
  const added = next.value.pagination.totalItems - read.value.pagination.totalItems;
  const page = { ...read, state: next.state };
  return {
    view: { ...view, trips: { ...view.trips, page } },
    waiting: { added: Math.max(0, added), show },
  };
}

function nameOf(view: DashboardView | null): string | null {
  return view && viewName(view.state);
}

function pageOf(view: DashboardView | null): Cached<TripPage> | null {
  return view?.trips && !isFailed(view.trips.page) ? view.trips.page : null;
}

function sameRows(one: TripPage, other: TripPage): boolean {
  return one === other || JSON.stringify(one.trips) === JSON.stringify(other.trips);
}

/** Whether nobody reads the rows closely: they stand below their heading, with no pointer, focus, selection or open trip. */
function isUntouched(): boolean {
  const panel = document.getElementById(TRIPS_HEADING)?.closest("section");
  if (!panel || panel.getBoundingClientRect().top < 0) return false;
  const selection = document.getSelection();
  return !(
    panel.matches(":focus-within") ||
    panel.querySelector("tbody:hover, tbody details[open]") ||
    (selection && !selection.isCollapsed && panel.contains(selection.anchorNode))
  );
}
