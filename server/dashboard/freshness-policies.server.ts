import { chartNames, forEachChart } from "../upstream/contracts/dashboard.server";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** What a dashboard block shows; also the names of the cache policies and of the live events. */
export const resources = ["metrics", ...chartNames, "trips", "filters"] as const;

export type DashboardResource = (typeof resources)[number];

export interface CachePolicy {
  name: DashboardResource;
  /** Milliseconds during which an answer is served without asking again. */
  freshMs: number;
}

/** Longest time in milliseconds that any answer is served when no newer one is to be had. */
export const MAX_AGE_MS = 24 * HOUR_MS;

/** How long answers stay fresh. */
export const policies = {
  /** Totals grow with every trip, but nobody steers by the second. */
  metrics: { name: "metrics", freshMs: 60 * SECOND_MS },
  /** The user charts move by the hour at most; they keep pace with the totals they stand beside. */
  ...forEachChart((name) => ({ name, freshMs: 60 * SECOND_MS })),
  /** Operators watch the list for the trip that has just ended; each page and filter ages on its own. */
  trips: { name: "trips", freshMs: 30 * SECOND_MS },
  /** A new country is rare. */
  filters: { name: "filters", freshMs: 5 * MINUTE_MS },
} as const satisfies Record<DashboardResource, CachePolicy>;
