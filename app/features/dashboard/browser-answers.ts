import { serverNow } from "~/lib/server-clock";
import { loadChart } from "~/ui/lazy-chart";
import { parseDashboardState } from "./dashboard-url";
import { isFailed, mainResults, viewName, type DashboardView } from "./dashboard-view";

/** What the dashboard's loader answers with. */
export interface DashboardAnswer {
  view: DashboardView;
  /** Whose trips these are, where the sandbox answers. */
  sandbox: string | null;
  /**
   * Left out of the server's own answers. `cache`: the browser's copy, for which the server is still to be
   * asked. `screen`: what was on the screen when the server could not be reached.
   */
  from?: "cache" | "screen" | undefined;
  /** With `screen`: since when the server cannot be reached, epoch milliseconds. */
  lostAt?: number | undefined;
}

let painted: DashboardAnswer | null = null;

/**
 * Answers a request of the browser for a view: at once with its own copy where another view is on the
 * screen, else with the server's answer; where that cannot be had, what is on the screen stays.
 *
 * @param askServer throws a Response to lead elsewhere, and anything else when there is no answer
 */
export async function answerInBrowser(
  url: string,
  askServer: () => Promise<DashboardAnswer>,
): Promise<DashboardAnswer> {
  const state = parseDashboardState(new URL(url).searchParams);
  const name = viewName(state);
  const last = painted && viewName(painted.view.state) === name ? painted : null;
  // Drawn with the first painting; without them the figures are as good.
  const charts = !last && state.tab === "fleet-overview" && loadChart().catch(() => undefined);
  try {
    const answer = (last ? null : readCopy(name)) ?? (await askServer());
    await charts;
    return answer;
  } catch (error) {
    if (!last || error instanceof Response) throw error;
    const { lostAt = serverNow() } = last;
    return { ...last, from: "screen", lostAt };
  }
}

/** To be told of every answer that is painted, and of none when the dashboard is left. A complete one is copied. */
export function notePainted(answer: DashboardAnswer | null): void {
  painted = answer;
  if (!answer || answer.from) return;
  const { view, sandbox } = answer;
  if ((view.fleet ?? view.trips) && !mainResults(view).some(isFailed)) {
    writeCopy(viewName(view.state), { version: VERSION, answer: { view, sandbox } });
  }
}

export const COPY_PREFIX = "pulsescout_cache_";

const LIFETIME_MS = 24 * 60 * 60 * 1000;
const MOST_COPIES = 40;

/** Goes up when {@link DashboardAnswer} changes: copies of an older page are then not shown. */
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

/** Takes out what is older than 24 hours or cannot be read, and the oldest of too many. Run also at start-up. */
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

/** Null for what is too old or was not written by this module at this version. */
function parseCopy(text: string | null): Copy | null {
  try {
    const copy = JSON.parse(text ?? "null") as Copy | null; // checked below
    const age = Date.now() - (copy?.timestamp ?? NaN);
    return copy?.data.version === VERSION && age >= 0 && age < LIFETIME_MS ? copy : null;
  } catch {
    return null;
  }
}

/** Storage may be full or forbidden: that is only logged, and costs the visitor nothing. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    // eslint-disable-next-line no-console -- so that whoever looks into a slow dashboard sees why
    console.warn("Browser cache:", error);
    return undefined;
  }
}
