import type { Cached } from "server/cache/stale-while-revalidate.server";
import type { TripPage } from "server/upstream/contracts/trips.server";
import { serverNow } from "~/lib/server-clock";
import { dashboardUrl, parseDashboardState } from "./dashboard-url";
import {
  isFailed,
  mainResults,
  type DashboardView,
  type FleetResults,
  type QueryResult,
  type TripResults,
} from "./dashboard-view";
import { endMove, inTime, loadDocument } from "./reload";

/** What the page displays: the server's answer, or what the browser has instead. */
export interface DashboardAnswer extends DashboardView {
  /** Whether this is the browser's stored copy. The server is asked next. */
  isCopy?: boolean;
  /** Since when no answer has come, epoch milliseconds. */
  lostAt?: number;
  /** Whether the server has other rows. Those on the page stay while they are read. */
  hasNewerRows?: boolean;
}

let displayed: DashboardAnswer | null = null;

/** The build whose scripts the page has: that of the first answer of the server. */
let pageBuild: string | undefined;

/**
 * Loads a view in the browser: the stored copy at once if there is one, unless this view is already displayed, and
 * otherwise the server's answer. When none comes, a displayed view stays, and a move ends.
 *
 * @param askServer throws a Response for redirects, or another error if no answer of the server came
 */
export async function answerInBrowser(
  request: Request,
  askServer: () => Promise<DashboardView>,
): Promise<DashboardAnswer> {
  const url = dashboardUrl(parseDashboardState(new URL(request.url).searchParams));
  const shown = displayed && dashboardUrl(displayed.state) === url ? displayed : null;
  const copy = shown ? null : readCopy(url);
  if (copy) return { ...copy, isCopy: true };
  try {
    if (shown) return updated(shown, await inTime(askServer()));
    const answer = await askServer();
    // After a release the page's scripts are old: the next move is a document.
    const isOld = pageBuild !== undefined && pageBuild !== answer.build;
    return isOld && !request.signal.aborted ? await loadDocument(request.url) : answer;
  } catch (error) {
    if (error instanceof Response || !shown) return endMove(error, request);
    return { ...shown, isCopy: false, lostAt: shown.lostAt ?? serverNow() };
  }
}

/** A newer answer for the displayed view. Figures that the server has lost stay, and so do rows that are being read. */
function updated(shown: DashboardAnswer, answer: DashboardView): DashboardAnswer {
  const fleet = answer.fleet && withKnown(answer.fleet, shown.fleet);
  const trips = answer.trips && withKnown(answer.trips, shown.trips);
  const [before, now] = [shown.trips?.page, trips?.page];
  const hasNewerRows =
    !shown.isCopy && isPage(before) && isPage(now) && idsOf(before) !== idsOf(now);
  if (!hasNewerRows || !trips) return { ...answer, fleet, trips };
  return { ...answer, trips: { ...trips, page: { ...before, state: now.state } }, hasNewerRows };
}

/** Makes the next answer for the displayed view replace its rows, as it does with those of a stored copy. */
export function acceptNewerRows(): void {
  if (displayed) displayed = { ...displayed, isCopy: true };
}

const isPage = (page?: TripResults["page"]): page is Cached<TripPage> => !!page && !isFailed(page);

const idsOf = ({ value }: Cached<TripPage>) => JSON.stringify(value.trips.map(({ id }) => id));

/** Replaces failed results by those that are displayed, marked as stale, while these are younger than a day. */
function withKnown<Results extends FleetResults | TripResults>(
  results: Results,
  shown: Results | null,
): Results {
  const known = new Map<string, QueryResult<unknown> | undefined>(Object.entries({ ...shown }));
  const oldest = serverNow() - LIFETIME_MS;
  const entries = Object.entries<QueryResult<unknown> | undefined>({ ...results });
  const merged = entries.map(([name, result]) => {
    const before = known.get(name);
    const stays = result && isFailed(result) && before && !isFailed(before) && before.asOf > oldest;
    return [name, stays ? { ...before, state: "stale" } : result];
  });
  return Object.fromEntries(merged) as Results; // each name keeps its type
}

/** Keeps what the page displays, and null on unmount, for the time when no answer comes. Stores whole answers. */
export function keepDisplayed(answer: DashboardAnswer | null): void {
  displayed = answer;
  if (answer && !answer.isCopy) pageBuild ??= answer.build;
  if (!answer || answer.isCopy || answer.lostAt || answer.hasNewerRows) return;
  const results = mainResults(answer);
  if (results.length > 0 && !results.some(isFailed)) writeCopy(answer);
}

/** Prefix of all copies, and of those that this version of {@link DashboardView} can show. */
export const COPY_PREFIX = "pulsescout_cache_";
const KEY = `${COPY_PREFIX}5_`;

const LIFETIME_MS = 24 * 60 * 60 * 1000;
const MOST_COPIES = 40;

interface Copy {
  data: DashboardView;
  /** Epoch milliseconds. */
  timestamp: number;
}

/** @returns null for a copy that is missing, expired or unreadable */
function parseCopy(key: string): Copy | null {
  try {
    const copy = JSON.parse(localStorage.getItem(key) ?? "null") as Copy | null; // written below
    return copy && Date.now() - copy.timestamp < LIFETIME_MS ? copy : null;
  } catch {
    return null;
  }
}

const readCopy = (url: string) => parseCopy(KEY + url)?.data ?? null;

function writeCopy(data: DashboardView): void {
  const copy: Copy = { data, timestamp: Date.now() };
  attempt(() => localStorage.setItem(KEY + dashboardUrl(data.state), JSON.stringify(copy)));
  purgeCopies();
}

/** Removes copies that cannot be shown any more, and the oldest above the limit. Also runs on mount. */
export function purgeCopies(): void {
  attempt(() => {
    const copies = Object.keys(localStorage)
      .filter((key) => key.startsWith(COPY_PREFIX))
      .map((key) => ({ key, at: key.startsWith(KEY) ? (parseCopy(key)?.timestamp ?? 0) : 0 }))
      .sort((a, b) => b.at - a.at);
    copies.forEach(({ key, at }, index) => {
      if (at === 0 || index >= MOST_COPIES) localStorage.removeItem(key);
    });
  });
}

/** Storage may be full or forbidden. An error is only logged, and the page works without a copy. */
function attempt(action: () => void): void {
  try {
    action();
  } catch (error) {
    // eslint-disable-next-line no-console -- helps to find out why a dashboard is slow
    console.warn("Browser cache:", error);
  }
}
