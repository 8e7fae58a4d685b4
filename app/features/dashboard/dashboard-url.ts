import { pages } from "~/content/pages";
import { isCalendarDay } from "~/lib/format-moment";

/** The URL is the dashboard's state. Only this module parses and writes it. */

export const DASHBOARD_PATH = pages.dashboard.path;

export const REPORT_PATH = `${DASHBOARD_PATH}/report`;

/** Where the choice of a theme is posted. */
export const THEME_PATH = `${DASHBOARD_PATH}/theme`;

export const TABS = ["fleet-overview", "trip", "driver", "settings"] as const;
export type Tab = (typeof TABS)[number];

/** Limit for page numbers. Times 12 rows a page, it still fits a 32-bit row count. */
const LAST_PAGE = 100_000_000;
const LONGEST_QUERY = 200;
/** Longest country name in a URL, in code points: the limit for names from the upstream. */
const LONGEST_COUNTRY = 100;
/** Longest page number in a URL, in UTF-16 units: room for {@link LAST_PAGE} with separators. */
const LONGEST_NUMBER = 40;

/** Which trips the table shows. A search (`q`) excludes the filters (`date` and `country`). */
export interface TripSelection {
  page: number;
  /** `YYYY-MM-DD`, a real day. */
  date?: string | undefined;
  country?: string | undefined;
  q?: string | undefined;
}

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
  const page = parsePage(params.get("page"));
  const q = cleanQuery(params.get("q"));
  if (q) return { tab, page, q };
  const date = params.get("date") ?? "";
  const country = parseCountry(params.get("country"));
  return {
    tab,
    page,
    ...(isCalendarDay(date) ? { date } : date && { dateWasInvalid: true }),
    ...(country !== undefined && { country }),
  };
}

/** Truncates a search text, without invisible characters. @returns undefined for an empty text */
export function cleanQuery(text: string | null): string | undefined {
  return cleanText(text, LONGEST_QUERY) || undefined;
}

/** Truncates a country name. @returns undefined if the displayed name would be empty */
export function parseCountry(text: string | null): string | undefined {
  return shownName(truncate(text ?? "", LONGEST_COUNTRY)) || undefined;
}

/** @returns the tab with this name, or undefined for an unknown name */
export function parseTab(text: string | null): Tab | undefined {
  return TABS.find((tab) => tab === text);
}

/** Path and query of a state: without defaults, parameters in a fixed order. */
export function dashboardUrl(state: Partial<DashboardState> & { tab: Tab }): string {
  return `${DASHBOARD_PATH}?${stateParams(state)}`;
}

/** URL of the CSV export with all trips of a selection. */
export function tripsCsvUrl(selection: Omit<TripSelection, "page">): string {
  return withQuery(`${DASHBOARD_PATH}/trips.csv`, selected(selection));
}

/** Upper bound for the length of a view's URL, in UTF-16 units. */
const LONGEST_ADDRESS = 8 * 1024;

/**
 * Validates the return address of a form, so that only dashboard pages are redirect targets. The
 * result is rebuilt from the parsed query, of which {@link LONGEST_ADDRESS} units are read.
 *
 * @param from path and query of the page that sent the form
 * @returns a dashboard URL; {@link DASHBOARD_PATH} for any other address
 */
export function safeReturnUrl(from: FormDataEntryValue | null): string {
  const [rawPath = "", query = ""] =
    typeof from === "string" ? from.slice(0, LONGEST_ADDRESS).split(/\?(.*)/s) : [];
  const path = rawPath.replace(/\/$/, "");
  const params = new URLSearchParams(query);
  if (path === REPORT_PATH) return `${REPORT_PATH}?${params}`;
  // Without a tab in the URL the page opens the tab from session storage.
  if (path !== DASHBOARD_PATH || !parseTab(params.get("tab"))) return DASHBOARD_PATH;
  return dashboardUrl(parseDashboardState(params));
}

/** Query parameters of a state, for URLs and for hidden form fields. */
export function stateParams(state: Partial<DashboardState> & { tab: Tab }): URLSearchParams {
  const params = new URLSearchParams({ tab: state.tab });
  if (state.tab !== "trip") return params;
  if (state.page && state.page > 1) params.set("page", String(state.page));
  for (const [name, value] of Object.entries(selected(state))) if (value) params.set(name, value);
  return params;
}

/** Represents every invalid date in {@link viewParams}. */
const NO_DAY = "none";

/**
 * Normalizes a query string: query strings of the same view give the same parameters. Without a
 * valid tab the result is empty, because the browser then opens the tab that was open last.
 */
export function viewParams(params: URLSearchParams): URLSearchParams {
  if (parseTab(params.get("tab")) === undefined) return new URLSearchParams();
  const state = parseDashboardState(params);
  const view = stateParams(state);
  if (state.dateWasInvalid) view.set("date", NO_DAY);
  return view;
}

const selected = ({ date, country, q }: Partial<TripSelection>) => (q ? { q } : { date, country });

/** A URL with the parameters that have a value. */
export function withQuery(path: string, values: Record<string, string | undefined>): string {
  const stated = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const query = new URLSearchParams(stated).toString();
  return query ? `${path}?${query}` : path;
}

/** Parses a page number from 1 to {@link LAST_PAGE}, also with separators as in `26,382`. */
function parsePage(text: string | null): number {
  const number = Math.floor(Number(text?.slice(0, LONGEST_NUMBER).replace(/[\s,]/g, "")));
  return Number.isNaN(number) ? 1 : Math.min(Math.max(number, 1), LAST_PAGE);
}

/** Invisible characters, except zero-width joiners: some languages need them for spelling. */
const INVISIBLE = /\p{Cc}|(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;

/** Removes invisible characters, trims, and truncates. Reads at most `4 * length` UTF-16 units. */
function cleanText(text: string | null, length: number): string {
  const clean = (text ?? "")
    .slice(0, 4 * length)
    .replace(INVISIBLE, "")
    .trim();
  return truncate(clean, length).trim();
}

/** The first `length` code points of a text. */
function truncate(text: string, length: number): string {
  return Array.from(text.slice(0, 2 * length))
    .slice(0, length)
    .join("");
}

/** A name for display: on one line, without invisible characters. */
export function shownName(name: string): string {
  return name.replace(/\s+/g, " ").replace(INVISIBLE, "").trim();
}
