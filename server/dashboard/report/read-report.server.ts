import { DAY_MS, dayOf, daysOf, isCalendarDay, neighbourDay } from "~/lib/day";
import { requestContext } from "../../process/request-context.server";
import type { DashboardData } from "../dashboard-data.server";
import type { ReportDays } from "./read-days.server";
import { buildReport, leftOutTexts, type Report, type ReportRequest } from "./report.server";

/** What reports are read with. */
export interface ReportSources {
  dashboard: Pick<DashboardData, "read" | "newestTrip">;
  reportDays: ReportDays;
}

/** What a URL asks for. The days are texts of any kind, or both left out: the last seven days. */
export type AskedReport = Omit<ReportRequest, "from" | "to"> & { from?: string; to?: string };

/** What the page of a report displays. */
export type ReportView = Awaited<ReturnType<typeof readReport>>["view"];

/** Reads a report for its page, with the status of the response and when to try again (epoch milliseconds). */
export async function readReport(sources: ReportSources, asked: AskedReport) {
  const wanted = await requestedReport(sources, asked);
  const report = await reportOn(sources, wanted, "one");
  const { status = 200, until: retryAt } = report.refusal ?? {};
  const view = { ...wanted, report: shownReport(wanted.request, report) };
  return { status: wanted.problem === null ? status : 400, retryAt, view };
}

/** What a page shows of a report: the words, without the numbers they were made of. */
export function shownReport(
  request: ReportRequest,
  { refusal, missing, leftOut, ...report }: Report,
) {
  return {
    ...report,
    refusal: refusal && refusal.text,
    missing: missing.map(({ day, reason }) => ({ day, reason })),
    leftOut: leftOutTexts(request, leftOut),
  };
}

/** The report of a request, of no days if these are invalid. @param pages whether with one page of its rows or all */
export async function reportOn(
  { reportDays }: ReportSources,
  { request, problem }: Pick<Awaited<ReturnType<typeof requestedReport>>, "request" | "problem">,
  pages: "one" | "all",
) {
  const range = problem === null ? daysOf(request) : [];
  return buildReport(request, await reportDays.read(range, requestContext().clientAddress), pages);
}

/** What was asked for, with its days and the data of the form. Nothing is read where its days are invalid. */
export async function requestedReport({ dashboard }: ReportSources, asked: AskedReport) {
  const now = Date.now();
  const problem = rangeProblem(asked);
  const { filters } =
    problem === null
      ? await dashboard.read({ first: { resource: "trips" }, filters: { resource: "filters" } })
      : {};
  // That of the newest trip, unless it is later than today.
  const newest = dayOf(Math.min(now, dashboard.newestTrip(true)?.at ?? now));
  return {
    request: { ...lastDays(7, newest), ...asked } satisfies ReportRequest,
    /** The sentence that says why the days are invalid, or null. */
    problem,
    /** Names of the countries that can be chosen. */
    countries: filters && "value" in filters ? filters.value.countries.map(({ name }) => name) : [],
    presets: presetsUpTo(newest),
    /** The day that presets are counted from, `YYYY-MM-DD`. */
    newest,
    /** The running day (UTC), `YYYY-MM-DD`. */
    today: dayOf(now),
  };
}

function rangeProblem({ from, to }: AskedReport): string | null {
  if (from === undefined || to === undefined) return null;
  if (!isCalendarDay(from) || !isCalendarDay(to)) {
    return "Choose two days of the calendar, From and To, for example 2025-08-19.";
  }
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1)
    return "The day in To comes before the day in From. Choose them the other way round.";
  if (days > 31) {
    return `A report covers at most 31 days, and these are ${days.toLocaleString("en-US")}. Choose fewer.`;
  }
  return null;
}

/** The preset ranges of the form. @param newest the day they are counted from, `YYYY-MM-DD` */
function presetsUpTo(newest: string) {
  const yesterday = lastDays(2, newest).from;
  return [
    { name: "Yesterday", from: yesterday, to: yesterday },
    { name: "Last 7 days", ...lastDays(7, newest) },
    { name: "Last 30 days", ...lastDays(30, newest) },
    { name: "This month", from: `${newest.slice(0, "YYYY-MM".length)}-01`, to: newest },
  ];
}

/** The range of a number of days that ends with a day. */
function lastDays(count: number, last: string) {
  return { from: neighbourDay(last, 1 - count), to: last };
}
