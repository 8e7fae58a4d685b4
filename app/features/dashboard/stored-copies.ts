import { tryStorage } from "~/lib/storage";
import { dashboardUrl, type DashboardState } from "./dashboard-url";
import type { DashboardView } from "./dashboard-view";

/** Prefix of all copies, and of those that this version of {@link DashboardView} can show. */
export const COPY_PREFIX = "pulsescout_cache_";
const KEY = `${COPY_PREFIX}5_`;

/** How long a copy can be shown, in milliseconds. */
export const COPY_LIFETIME_MS = 24 * 60 * 60 * 1000;
const MOST_COPIES = 40;

interface Copy {
  data: DashboardView;
  /** Epoch milliseconds. */
  timestamp: number;
}

/** @returns null for a copy that is missing, expired or unreadable */
function parseCopy(key: string): Copy | null {
  const copy = tryStorage(() => JSON.parse(localStorage.getItem(key) ?? "null") as Copy | null);
  return copy && Date.now() - copy.timestamp < COPY_LIFETIME_MS ? copy : null;
}

/** The browser's copy of a view, which is displayed until the server has answered. */
export function readCopy(state: DashboardState): DashboardView | null {
  const copy = parseCopy(KEY + dashboardUrl(state));
  return copy && { ...copy.data, state };
}

/** Stores an answer of the server. */
export function writeCopy(data: DashboardView): void {
  const copy: Copy = { data, timestamp: Date.now() };
  tryStorage(() => localStorage.setItem(KEY + dashboardUrl(data.state), JSON.stringify(copy)));
  purgeCopies();
}

/** Removes copies that cannot be shown any more, and the oldest above the limit. Also runs on mount. */
export function purgeCopies(): void {
  tryStorage(() => {
    const copies = Object.keys(localStorage)
      .filter((key) => key.startsWith(COPY_PREFIX))
      .map((key) => ({ key, at: key.startsWith(KEY) ? (parseCopy(key)?.timestamp ?? 0) : 0 }))
      .sort((a, b) => b.at - a.at);
    copies.forEach(({ key, at }, index) => {
      if (at === 0 || index >= MOST_COPIES) localStorage.removeItem(key);
    });
  });
}
