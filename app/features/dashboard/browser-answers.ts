import { serverNow } from "~/lib/server-clock";
import { loadChart } from "~/ui/lazy-chart";
import { parseDashboardState } from "./dashboard-url";
import { isFailed, mainResults, viewName, type DashboardView } from "./dashboard-view";

/** The data that the dashboard's loader returns. */
export interface DashboardAnswer {
  view: DashboardView;
  /** Whether the sandbox answered. */
  sandbox: boolean;
  /**
   * Undefined for an answer of the server. `cache`: the browser's stored copy; the server is asked
   * next. `screen`: the answer that was displayed when the server became unreachable.
   */
  from?: "cache" | "screen" | undefined;
  /** Set with `screen`: when the server became unreachable, epoch milliseconds. */
  lostAt?: number | undefined;
}

let lastAnswer: DashboardAnswer | null = null;

/**
 * Loads a view in the browser. Unless this view is already displayed, a stored copy is returned at once if there is
 * one. Otherwise the server is asked; when that fails, the displayed answer of this view stays.
 *
 * @param askServer throws a Response for redirects and HTTP errors, or another error if unreachable
 */
export async function answerInBrowser(
  url: string,
  askServer: () => Promise<DashboardAnswer>,
): Promise<DashboardAnswer> {
  const state = parseDashboardState(new URL(url).searchParams);
  const name = viewName(state);
  const displayed = lastAnswer && viewName(lastAnswer.view.state) === name ? lastAnswer : null;
  // Loads the charts for the first paint. Ignores a failure: the figures are shown as text too.
  const charts = !displayed && state.tab === "fleet-overview" && loadChart().catch(() => undefined);
  try {
    const answer = (displayed ? null : readCopy(name)) ?? (await askServer());
    await charts;
    return answer;
  } catch (error) {
    if (!displayed || error instanceof Response) throw error;
    const { lostAt = serverNow() } = displayed;
    return { ...displayed, from: "screen", lostAt };
  }
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
