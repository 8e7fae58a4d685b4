import { serverNow } from "~/lib/server-clock";
import { loadChart } from "~/ui/lazy-chart";
import { readCache, writeCache } from "./browser-cache";
import { parseDashboardState } from "./dashboard-url";
import { viewCompleteness, viewName, type DashboardView } from "./dashboard-view";

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

let onScreen: DashboardAnswer | null = null;

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
  const last = onScreen && viewName(onScreen.view.state) === name ? onScreen : null;
  // Drawn with the first painting; without them the figures are as good.
  const charts = !last && state.tab === "fleet-overview" && loadChart().catch(() => undefined);
  try {
    const cached = last ? null : readCachedView(name);
    const answer = cached ?? (await askServer());
    await charts;
    return cached ? { ...cached, view: { ...cached.view, state } } : answer;
  } catch (error) {
    if (!last || error instanceof Response) throw error;
    const { lostAt = serverNow() } = last;
    return { ...last, view: { ...last.view, state }, from: "screen", lostAt };
  }
}

/** To be told of every answer that is painted, and of none when the dashboard is left. */
export function noteOnScreen(answer: DashboardAnswer | null): void {
  onScreen = answer;
  if (!answer || answer.from) return;
  const { view, sandbox } = answer;
  const worthKeeping = view.fleet ?? view.trips;
  if (worthKeeping && viewCompleteness(view) === "all") {
    writeCache(viewName(view.state), { version: VERSION, answer: { view, sandbox } });
  }
}

/** Goes up when {@link DashboardAnswer} changes: views cached by an older page are then not shown. */
const VERSION = 3;

function readCachedView(name: string): DashboardAnswer | null {
  const cached = readCache(name);
  if (!cached || typeof cached.data !== "object" || cached.data === null) return null;
  if (!("version" in cached.data && cached.data.version === VERSION && "answer" in cached.data))
    return null;
  // Written by this module at this version.
  const { view, sandbox } = cached.data.answer as DashboardAnswer;
  return { view, sandbox, from: "cache" };
}
