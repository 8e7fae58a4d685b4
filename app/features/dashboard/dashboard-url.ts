import type { TripSelection } from "server/dashboard/resources.server";
import { pages } from "~/content/pages";
import { isCalendarDay } from "~/lib/day";

/** The URL is the dashboard's state. Only this module parses and writes it. */

export const DASHBOARD_PATH = pages.dashboard.path;

export const REPORT_PATH = `${DASHBOARD_PATH}/report`;

/** Whether a path that matched a route is that of the report, in any spelling that the router accepts. */
export const isReport = (pathname: string) =>
  decodeURIComponent(pathname).toLowerCase().startsWith(REPORT_PATH);

export const TABS = ["fleet-overview", "trip", "driver", "settings"] as const;
export type Tab = (typeof TABS)[number];

/** Longest value of a parameter that is read, in UTF-16 units. */
const LONGEST_VALUE = 1000;
/** Limit for page numbers. Times the rows of a page, it still fits a 32-bit row count. */
const LAST_PAGE = 100_000_000;
const LONGEST_QUERY = 200;
/** Longest country name in a URL, in code points: the limit for names from the upstream. */
const LONGEST_COUNTRY = 100;

/** The dashboard's state. A search (`q`) excludes the filters (`date` and `country`). */
export interface DashboardState extends TripSelection {
  tab: Tab;
  /** Whether the URL has a date that is not in the calendar. */
  dateWasInvalid?: boolean | undefined;
}

/**
 * Parses any query string into a valid state. Invalid values fall back to defaults, the first of
 * repeated parameters counts, and texts are truncated.
 */
export function parseDashboardState(params: URLSearchParams): DashboardState {
  const tab = parseTab(params.get("tab")) ?? "fleet-overview";
  if (tab !== "trip") return { tab, page: 1 };
  const { page, q, country } = parseSelection(params);
  if (q) return { tab, page, q };
  const date = params.get("date") ?? "";
  return {
    tab,
    page,
    ...(date && (isCalendarDay(date) ? { date } : { dateWasInvalid: true })),
    ...(country !== undefined && { country }),
  };
}

/** Parses what trips and reports share: a page, also with separators as in `26,382`, and texts if there are any. */
export function parseSelection(params: URLSearchParams) {
  // No half of a character, which has no percent-encoding.
  const textOf = (name: string) =>
    (params.get(name) ?? "").slice(0, LONGEST_VALUE).replace(/\p{Surrogate}/gu, "");
  const page = Math.floor(Number(textOf("page").replace(/[\s,]/g, "")));
  return {
    page: Number.isFinite(page) ? Math.min(Math.max(page, 1), LAST_PAGE) : 1,
    country: visible(textOf("country").replace(/\s+/g, " "), LONGEST_COUNTRY),
    q: visible(textOf("q"), LONGEST_QUERY),
  };
}

/** Invisible characters, except zero-width joiners: some languages need them for spelling. */
const INVISIBLE = /\p{Cc}|(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;

/** The first `longest` visible characters of a text, in code points; undefined for none. */
function visible(text: string, longest: number): string | undefined {
  const start = Array.from(text.replace(INVISIBLE, "").trim()).slice(0, longest);
  return start.join("").trim() || undefined;
}

/** @returns the tab with this name, or undefined for an unknown name */
export const parseTab = (text: string | null) => TABS.find((tab) => tab === text);

/** Path and query of a state: without defaults, parameters in a fixed order. */
export function dashboardUrl(state: Partial<DashboardState> & { tab: Tab }): string {
  return `${DASHBOARD_PATH}?${stateParams(state)}`;
}

/** URL of the CSV export with all trips of a selection. */
export function tripsCsvUrl(selection: Omit<TripSelection, "page">): string {
  return withQuery(`${DASHBOARD_PATH}/trips.csv`, selected(selection));
}

/** Query parameters of a state, for URLs and for hidden form fields. */
export function stateParams(state: Partial<DashboardState> & { tab: Tab }): URLSearchParams {
  const { tab, page = 1 } = state;
  if (tab !== "trip") return stated({ tab });
  return stated({ tab, page: page > 1 ? String(page) : undefined, ...selected(state) });
}

const selected = ({ date, country, q }: Partial<TripSelection>) => (q ? { q } : { date, country });

/** A URL with the parameters that have a value. */
export function withQuery(path: string, values: Record<string, string | undefined>): string {
  const query = stated(values).toString();
  return query ? `${path}?${query}` : path;
}

/** The parameters that have a value. */
function stated(values: Record<string, string | undefined>): URLSearchParams {
  const known = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return new URLSearchParams(known);
}

/**
 * Normalizes a query string: query strings of the same view give the same parameters. Without a
 * valid tab the result is empty, because the browser then opens the tab that was open last.
 */
export function viewParams(params: URLSearchParams): URLSearchParams {
  if (parseTab(params.get("tab")) === undefined) return new URLSearchParams();
  const state = parseDashboardState(params);
  const view = stateParams(state);
  if (state.dateWasInvalid) view.set("date", "none");
  return view;
}
