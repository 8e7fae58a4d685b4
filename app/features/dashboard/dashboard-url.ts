import { pages } from "~/content/pages";
import { isCalendarDay } from "~/lib/format-date";

/** The dashboard's state is its URL: read here, written here, nowhere else. */

export const DASHBOARD_PATH = pages.dashboard.path;

/** The operators' page. */
export const STATUS_PATH = `${DASHBOARD_PATH}/status`;

/** What the trips of some days add up to. */
export const REPORT_PATH = `${DASHBOARD_PATH}/report`;

/** Where forms go that refresh figures by hand. */
export const REFRESH_PATH = `${DASHBOARD_PATH}/refresh`;

export const TABS = ["fleet-overview", "trip", "driver", "settings"] as const;
export type Tab = (typeof TABS)[number];

/** The parameter of the filter bar's buttons that clear the `date`, or `all` filters. */
export const CLEAR = "clear";

/** Twelve times as much is still a number that databases count rows with. */
const LAST_PAGE = 100_000_000;
const LONGEST_QUERY = 200;
/** Longest country in an address, in code points: as long as the upstream's longest name. */
const LONGEST_COUNTRY = 100;
/** Longer than a last page with its grouping and spaces. */
const LONGEST_NUMBER = 40;

/** What the trip table shows. `q` and the filters exclude each other: a search has no filters. */
export interface TripSelection {
  page: number;
  /** `YYYY-MM-DD`, a real day. */
  date?: string | undefined;
  /** As the upstream has named it: to be shown by {@link shownName}. */
  country?: string | undefined;
  q?: string | undefined;
}

type FilterBar = "open" | "closed";

export interface DashboardState extends TripSelection {
  tab: Tab;
  /** The date in the URL was no day of the calendar. */
  dateWasInvalid?: boolean | undefined;
  /** The filter bar was opened or closed, where the selection alone would have it otherwise. */
  filters?: FilterBar | undefined;
}

/**
 * Reads any query string as a valid state: nonsense falls back to the nearest valid view, of a
 * repeated parameter the first counts, and every text is cut to a bounded length.
 */
export function parseDashboardState(params: URLSearchParams): DashboardState {
  const tab = asTab(params.get("tab")) ?? "fleet-overview";
  if (tab !== "trip") return { tab, page: 1 };
  const state: DashboardState = { tab, page: asPage(params.get("page")) };
  const q = cleanQuery(params.get("q"));
  if (q) {
    state.q = q;
  } else {
    const clears = ["date", "all"].find((one) => one === params.get(CLEAR));
    const date = (!clears && params.get("date")) || "";
    if (isCalendarDay(date)) state.date = date;
    else if (date) state.dateWasInvalid = true;
    const country = clears === "all" ? undefined : countryOf(params.get("country"));
    if (country !== undefined) state.country = country;
  }
  const filters = params.get("filters");
  if ((filters === "open" || filters === "closed") && filters !== barOf(state)) {
    state.filters = filters;
  }
  return state;
}

/** The filter bar stands open where it filters the rows. */
function barOf({ date, country, q }: Partial<TripSelection>): FilterBar {
  return !q && (date || country) ? "open" : "closed";
}

/** Whether the filter bar is open: also where a date was no day, so that another one can be given. */
export function isFilterBarOpen(state: DashboardState): boolean {
  return (state.filters ?? barOf(state)) === "open" || state.dateWasInvalid === true;
}

/** What is searched for, bounded and without what is invisible; undefined for nothing. */
export function cleanQuery(text: string | null): string | undefined {
  return cleanText(text, LONGEST_QUERY) || undefined;
}

/** A country as the upstream names it, bounded; undefined for nothing that can be shown. */
export function countryOf(text: string | null): string | undefined {
  const country = cut(text ?? "", LONGEST_COUNTRY);
  return shownName(country) ? country : undefined;
}

/** The tab that a text names, if it names one. */
export function asTab(text: string | null): Tab | undefined {
  return TABS.find((tab) => tab === text);
}

/** Where a state lives: a path with its query, shortest form, parameters in a fixed order. */
export function dashboardUrl(state: Partial<DashboardState> & { tab: Tab }): string {
  return `${DASHBOARD_PATH}?${stateParams(state)}`;
}

/** The CSV with the trips that a selection matches, all pages of them. */
export function tripsCsvUrl(selection: Omit<TripSelection, "page">): string {
  return address(`${DASHBOARD_PATH}/trips.csv`, selectionParams(selection));
}

/** The report on the trips that a list shows. */
export function reportOfTrips({ date, country, q }: Omit<TripSelection, "page">): string {
  return address(REPORT_PATH, paramsOf({ from: date, to: date, country, q }));
}

export const EVENTS_PATH = `${DASHBOARD_PATH}/events`;

/** The parameter of a stream that names the version of the page that opens it. */
export const SINCE = "since";

/** Where newer answers to what a state shows are told of. @param version of what its page shows */
export function eventsUrl(state: DashboardState, version: string): string {
  const params = stateParams({ ...state, filters: undefined });
  if (version) params.set(SINCE, version);
  return `${EVENTS_PATH}?${params}`;
}

/** No view's address is longer. */
const LONGEST_ADDRESS = 8 * 1024;

/**
 * The dashboard's view that a form names as where it was sent from, written anew and so of bounded length; nothing else
 * is followed.
 *
 * @param from a path with its query
 * @returns the dashboard's own path for whatever is no view of it
 */
export function chosenView(from: FormDataEntryValue | null): string {
  const [written = "", query = ""] =
    typeof from === "string" ? from.slice(0, LONGEST_ADDRESS).split(/\?(.*)/s) : [];
  const path = written.replace(/\/$/, "");
  const params = new URLSearchParams(query);
  if (path === STATUS_PATH) return STATUS_PATH;
  if (path === REPORT_PATH) return `${REPORT_PATH}?${params}`;
  // Without a tab the page itself knows which one was looked at last.
  if (path !== DASHBOARD_PATH || !asTab(params.get("tab"))) return DASHBOARD_PATH;
  return dashboardUrl(parseDashboardState(params));
}

/** The state's parameters, also for the hidden fields of a form. */
export function stateParams(state: Partial<DashboardState> & { tab: Tab }): URLSearchParams {
  const params = new URLSearchParams({ tab: state.tab });
  if (state.tab !== "trip") return params;
  if (state.page && state.page > 1) params.set("page", String(state.page));
  for (const [name, value] of selectionParams(state)) params.set(name, value);
  if (state.filters && state.filters !== barOf(state)) params.set("filters", state.filters);
  return params;
}

/** A date that is no day. */
const NO_DAY = "none";

/**
 * The parameters of the view that any query string means, the same for all that mean it. Whether a tab is named makes
 * a difference: without one the browser opens the last one.
 */
export function viewParams(params: URLSearchParams): URLSearchParams {
  if (asTab(params.get("tab")) === undefined) return new URLSearchParams();
  const state = parseDashboardState(params);
  const view = stateParams(state);
  if (state.dateWasInvalid) view.set("date", NO_DAY);
  return view;
}

function selectionParams({ date, country, q }: Partial<TripSelection>): URLSearchParams {
  return paramsOf(q ? { q } : { date, country });
}

/** Those parameters that have a value. */
function paramsOf(values: Record<string, string | undefined>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) params.set(name, value);
  return params;
}

function address(path: string, params: URLSearchParams): string {
  const query = params.toString();
  return query ? `${path}?${query}` : path;
}

/** Whole and bounded; typed as it is written on the screen (`26,382`) it is a number too. */
function asPage(text: string | null): number {
  const number = Math.floor(Number(text?.slice(0, LONGEST_NUMBER).replace(/[\s,]/g, "")));
  return Number.isNaN(number) ? 1 : Math.min(Math.max(number, 1), LAST_PAGE);
}

/** What is copied along unseen; joiners belong to the spelling of some languages. */
const INVISIBLE = /\p{Cc}|(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;

/** Bounded before it is looked at: invisible characters out, ends trimmed, at most `length` code points. */
function cleanText(text: string | null, length: number): string {
  const clean = (text ?? "")
    .slice(0, 4 * length)
    .replace(INVISIBLE, "")
    .trim();
  return cut(clean, length).trim();
}

/** At most `length` code points of a text. */
function cut(text: string, length: number): string {
  return Array.from(text.slice(0, 2 * length))
    .slice(0, length)
    .join("");
}

/** A name as it is shown: on one line, without what is invisible. */
export function shownName(name: string): string {
  return name.replace(/\s+/g, " ").replace(INVISIBLE, "").trim();
}
