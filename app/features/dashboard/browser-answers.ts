import { isRouteErrorResponse, replace } from "@remix-run/react";
import toast from "react-hot-toast/headless";
import { serverNow } from "~/lib/server-clock";
import { loadChart } from "~/ui/lazy-chart";
import { parseDashboardState } from "./dashboard-url";
import {
  isFailed,
  mainResults,
  viewName,
  type DashboardView,
  type FleetResults,
  type QueryResult,
  type TripResults,
} from "./dashboard-view";

/** The data that the dashboard's loader returns. */
export interface DashboardAnswer {
  view: DashboardView;
  /** Whether the sandbox answered. */
  sandbox: boolean;
  /**
   * Undefined for an answer of the server. `cache`: the browser's stored copy; the server is asked
   * next. `screen`: the answer that was displayed when no newer one came.
   */
  from?: "cache" | "screen" | undefined;
  /** Set with `screen`: since when no answer has come, epoch milliseconds. */
  lostAt?: number | undefined;
}

let lastAnswer: DashboardAnswer | null = null;

/** A poll without an answer for this long counts as unanswered. Milliseconds. */
const LONGEST_POLL_MS = 30_000;

/**
 * Loads a view in the browser. Unless this view is already displayed, a stored copy is returned at once if there is
 * one. Otherwise the server is asked; when that fails, what is displayed stays.
 *
 * @param askServer throws a Response for redirects, or another error if no answer of the server came
 */
export async function answerInBrowser(
  request: Request,
  askServer: () => Promise<DashboardAnswer>,
): Promise<DashboardAnswer> {
  const state = parseDashboardState(new URL(request.url).searchParams);
  const name = viewName(state);
  if (lastAnswer && viewName(lastAnswer.view.state) === name)
    return askAgain(lastAnswer, askServer);
  // Loads the charts for the first paint. Ignores a failure: the figures are shown as text too.
  const charts = state.tab === "fleet-overview" && loadChart().catch(() => undefined);
  try {
    const answer = readCopy(name) ?? (await askServer());
    await charts;
    return answer;
  } catch (error) {
    return endMove(error, request);
  }
}

/** Asks for newer figures of the displayed answer, which stays if none come. */
async function askAgain(
  displayed: DashboardAnswer,
  askServer: () => Promise<DashboardAnswer>,
): Promise<DashboardAnswer> {
  const timeout = AbortSignal.timeout(LONGEST_POLL_MS);
  const late = new Promise<never>((_, reject) => {
    timeout.addEventListener("abort", () => reject(new Error("No answer came in time")));
  });
  try {
    return withKnownFigures(await Promise.race([askServer(), late]), displayed);
  } catch (error) {
    if (error instanceof Response) throw error;
    const { lostAt = serverNow() } = displayed;
    return { ...displayed, from: "screen", lostAt };
  }
}

/**
 * Ends a move to another view for which no answer came. Without the network the page stays as it is. An answer that is
 * not ours, such as a proxy's sign-in page, is loaded as a document.
 */
function endMove(error: unknown, request: Request): Promise<never> {
  const isAnswered = error instanceof Response || isRouteErrorResponse(error);
  if (isAnswered || request.signal.aborted || !lastAnswer) throw error;
  // `fetch` rejects with a TypeError if there is no response.
  if (error instanceof TypeError) {
    toast.error("No answer came. The figures stay as they are.");
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- Remix's way to redirect
    throw replace(viewName(lastAnswer.view.state));
  }
  window.location.assign(request.url);
  return new Promise(() => undefined);
}

/** Figures that the server no longer has stay, marked as stale, while they are younger than a day. */
function withKnownFigures(answer: DashboardAnswer, displayed: DashboardAnswer): DashboardAnswer {
  const { view } = answer;
  const fleet = view.fleet && withKnownResults(view.fleet, displayed.view.fleet);
  const trips = view.trips && withKnownResults(view.trips, displayed.view.trips);
  return { ...answer, view: { ...view, fleet, trips } };
}

function withKnownResults<Results extends FleetResults | TripResults>(
  results: Results,
  displayed: Results | null,
): Results {
  const known = new Map<string, QueryResult<unknown> | undefined>(Object.entries(displayed ?? {}));
  const oldest = serverNow() - LIFETIME_MS;
  const entries = Object.entries<QueryResult<unknown> | undefined>({ ...results });
  const merged = entries.map(([name, result]) => {
    const before = known.get(name);
    const isLost = result && isFailed(result);
    const stays = isLost && before && !isFailed(before) && before.asOf > oldest;
    return [name, stays ? { ...before, state: "stale" } : result];
  });
  return Object.fromEntries(merged) as Results; // each name keeps its type
}

/** Call with each painted answer, and with null on unmount. Stores a copy of the server's complete answers. */
export function storePaintedAnswer(answer: DashboardAnswer | null): void {
  lastAnswer = answer;
  if (!answer || answer.from) return;
  const { view, sandbox } = answer;
  if ((view.fleet ?? view.trips) && !mainResults(view).some(isFailed)) {
    writeCopy(viewName(view.state), { version: VERSION, answer: { view, sandbox } });
  }
}

export const COPY_PREFIX = "pulsescout_cache_";

const LIFETIME_MS = 24 * 60 * 60 * 1000;
const MOST_COPIES = 40;

/** Increase when {@link DashboardAnswer} changes: copies with another version are ignored. */
const VERSION = 4;

interface Copy {
  data: { version: number; answer: DashboardAnswer };
  /** Epoch milliseconds. */
  timestamp: number;
}

function readCopy(name: string): DashboardAnswer | null {
  const copy = attempt(() => parseCopy(localStorage.getItem(COPY_PREFIX + name)));
  return copy ? { ...copy.data.answer, from: "cache" } : null;
}

function writeCopy(name: string, data: Copy["data"]): void {
  attempt(() => {
    const copy: Copy = { data, timestamp: Date.now() };
    localStorage.setItem(COPY_PREFIX + name, JSON.stringify(copy));
  });
  purgeCopies();
}

/** Removes expired and unreadable copies, and the oldest above the limit. Also runs on mount. */
export function purgeCopies(): void {
  attempt(() => {
    const copies = Object.keys(localStorage)
      .filter((key) => key.startsWith(COPY_PREFIX))
      .map((key) => ({ key, at: parseCopy(localStorage.getItem(key))?.timestamp ?? 0 }))
      .sort((a, b) => b.at - a.at);
    copies.forEach(({ key, at }, index) => {
      if (at === 0 || index >= MOST_COPIES) localStorage.removeItem(key);
    });
  });
}

/** Returns null for a copy that is expired, invalid or of another {@link VERSION}. */
function parseCopy(text: string | null): Copy | null {
  try {
    const copy = JSON.parse(text ?? "null") as Copy | null; // checked below
    const age = Date.now() - (copy?.timestamp ?? NaN);
    return copy?.data.version === VERSION && age >= 0 && age < LIFETIME_MS ? copy : null;
  } catch {
    return null;
  }
}

/** Storage may be full or forbidden. An error is only logged, and the page works without a copy. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    // eslint-disable-next-line no-console -- helps to find out why a dashboard is slow
    console.warn("Browser cache:", error);
    return undefined;
  }
}
