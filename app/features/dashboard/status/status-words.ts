import type { DashboardResource, KeyGroup, KeyGroupName } from "server/dashboard/resources.server";
import type { LastError } from "server/cache/answer-store.server";
import type { Limited } from "server/operations/last-hour.server";
import type {
  FailureStatus,
  RedisStatus,
  SystemStatus,
  UpstreamStatus,
} from "server/operations/system-status.server";
import { formatAge } from "~/lib/format-duration";
import { formatExact } from "~/lib/format-metric";
import type { ManualRefresh } from "server/cache/stale-while-revalidate.server";
import { ceilToSecond, formatExactDateTime } from "~/lib/format-date";
import type { Tone } from "~/ui/status-icon";
import type { OperatorRefusal } from "server/operations/operators.server";

export interface Status {
  tone: Tone;
  words: string;
}

/** Display names of the resources that can be refreshed manually. */
const resourceNames: Record<DashboardResource, string> = {
  metrics: "Totals",
  totalUsers: "Total Users",
  monthlyUsers: "Monthly Active Users",
  weeklyUsers: "Weekly Active Users",
  dailyUsers: "Daily Active Users",
  filters: "Countries to filter by",
  trips: "First page of trips",
};

/** Display names of all cache groups. Visitors' searches and filters are grouped, not named. */
export const groupNames: Record<KeyGroupName, string> = {
  ...resourceNames,
  furtherTrips: "Further pages of trips",
  filteredTrips: "Filtered lists of trips",
  searches: "Searches for trips",
};

/** Whether a group is a single resource, which can be refreshed manually. */
export function isResource(name: KeyGroupName): name is DashboardResource {
  return name in resourceNames;
}

export const limitNames: Record<Limited, string> = {
  sendAgain: "Next code to one phone from one network",
  sendPerHour: "Codes to one phone from one network in an hour",
  sendPerNumber: "Codes to one phone from everywhere in an hour",
  sendPerAddress: "Codes from one address in an hour",
  wrongCode: "Wrong codes in one session",
  codeTry: "Tries of a code in one session",
  contactForm: "Contact messages from one address in an hour",
  contactTry: "Tries of the contact form from one address in an hour",
  refreshNow: "Refresh now from one address in a minute",
  chosenRead: "Chosen views from one address in a minute",
  wrongToken: "Wrong passwords of operators from one address",
  webVitals: "Reports of page speed from one address in a minute",
  violationReports: "Reports of policy violations from one address in a minute",
  exports: "Exports at once",
};

const upstreamNames: Record<string, string> = {
  core: "Core API",
  "core-export": "Core API, for exports",
  auth: "Auth API",
  "contact-form": "Contact form",
  sandbox: "Sandbox",
};

export function upstreamName(name: string): string {
  return upstreamNames[name] ?? name;
}

export const breakerStatuses: Record<UpstreamStatus["breaker"], Status> = {
  closed: { tone: "good", words: "Closed: calls go through" },
  "half-open": { tone: "watch", words: "Half-open: the next call tries it" },
  open: { tone: "bad", words: "Open: left alone for a moment" },
};

const redisStatuses: Record<RedisStatus["state"], Status> = {
  connecting: { tone: "watch", words: "Connecting" },
  up: { tone: "good", words: "Up" },
  "refusing-writes": { tone: "bad", words: "Takes no writes: full or a replica" },
  down: { tone: "bad", words: "Down: this instance goes on by itself" },
};

export function redisStatus(redis: RedisStatus | null): Status {
  return redis ? redisStatuses[redis.state] : { tone: "none", words: "Not configured" };
}

/** Status of a group: its one key's state, or counts as in `3 fresh, 1 being refreshed`. */
export function groupStatus(group: KeyGroup): Status {
  const { keys, fresh, refreshing, waiting, failing } = group;
  if (keys === 0) return { tone: "none", words: "Nothing cached" };
  const counts = [
    [fresh, "fresh"],
    [refreshing, "being refreshed"],
    [waiting, "due when next looked at"],
    [failing, "last refresh failed"],
  ] as const;
  const words = counts
    .filter(([count]) => count > 0)
    .map(([count, state]) => (keys === 1 ? state : `${formatExact(count)} ${state}`))
    .join(", ");
  const tone = failing > 0 ? "bad" : refreshing > 0 ? "watch" : "good";
  return { tone, words: words.charAt(0).toUpperCase() + words.slice(1) };
}

/** Age range of a group's answers: `12 s` or `12 s to 3 min`; null without answers. */
export function agesText({ youngestMs, oldestMs }: KeyGroup): string | null {
  if (youngestMs === null || oldestMs === null) return null;
  const [youngest, oldest] = [formatAge(youngestMs), formatAge(oldestMs)];
  return youngest === oldest ? youngest : `${youngest} to ${oldest}`;
}

const errorWords: Record<Exclude<(LastError | FailureStatus)["kind"], "http">, string> = {
  refused: "refused",
  timeout: "no answer in time",
  connection: "no connection",
  invalid: "answer not understood",
  "too-large": "answer too large",
  "circuit-open": "left alone while it is failing",
  busy: "too many calls waiting",
  "over-limit": "over a limit of this site",
  internal: "a fault of this site",
  "not-sent": "not asked",
  error: "answered with an error",
};

/** Short description of an error, without texts from other servers. */
export function errorText({ kind, status }: Pick<LastError | FailureStatus, "kind" | "status">) {
  if (kind !== "http") return errorWords[kind];
  return status === null ? "answered with an error" : `answered with status ${status}`;
}

const BYTES = ["B", "kB", "MB", "GB"] as const;

/** Formats bytes in the largest unit with at least 1 of it: `512 B`, `3.4 kB`, `12 MB`. */
export function formatBytes(bytes: number): string {
  let unit = 0;
  let size = bytes;
  while (size >= 1000 && unit < BYTES.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 || size >= 10 ? Math.round(size) : size.toFixed(1)} ${BYTES[unit]}`;
}

/** Formats a duration: `0.4 ms`, `12 ms`, `1.25 s`. @param milliseconds not negative */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(2)} s`;
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}

/** Sentence with the result of a manual refresh. */
export function refreshText(resource: DashboardResource, refresh: ManualRefresh): string {
  const name = resourceNames[resource];
  const exact = (time: number) => formatExactDateTime(ceilToSecond(time));
  switch (refresh.outcome) {
    case "refreshed":
      return `${name}: refreshed.`;
    case "cooling-down":
      return `${name}: asked for a moment ago. Refresh again from ${exact(refresh.until)} on.`;
    case "failed":
      return `${name}: not refreshed, ${errorText(refresh.error)}. Try again from ${exact(refresh.until)} on.`;
  }
}

/** A problem in the summary of the status page. */
interface Problem {
  what: string;
  /** Epoch milliseconds; null if unknown. */
  since: number | null;
}

/**
 * All current problems, causes before consequences. Empty if there are none.
 *
 * @param now the server's clock, epoch milliseconds
 */
export function problemsOf(system: SystemStatus, now: number): Problem[] {
  const { upstreams, redis, answers, exports } = system;
  return [
    ...upstreams.flatMap(upstreamProblem),
    ...(redis && redis.state !== "up"
      ? [{ what: `Redis: ${redisStatus(redis).words}`, since: redis.lastSuccess }]
      : []),
    ...answers
      // A search or filter can fail for one visitor alone, so only resources count.
      .filter(({ name, failing }) => failing > 0 && isResource(name))
      .map((group) => answersProblem(group, now)),
    ...(exports.open >= exports.most
      ? [{ what: "All places for exports are taken", since: null }]
      : []),
  ];
}

function upstreamProblem({ name, failingSince, lastFailure }: UpstreamStatus): Problem[] {
  if (failingSince === null || lastFailure === null) return [];
  return [{ what: `${upstreamName(name)} fails: ${errorText(lastFailure)}`, since: failingSince }];
}

function answersProblem(group: KeyGroup, now: number): Problem {
  const { name, keys, youngestMs, lastError } = group;
  const reason = lastError ? `, ${errorText(lastError)}` : "";
  return {
    what: `${groupNames[name]}: nothing newer${reason}`,
    // A single answer's age tells its last success; for several, only the last failure is known.
    since: keys === 1 && youngestMs !== null ? now - youngestMs : (lastError?.at ?? null),
  };
}

/** Sentence that says why the status page is not shown. */
export function refusalText({ status, until }: OperatorRefusal): string {
  if (until !== null) {
    const from = formatExactDateTime(ceilToSecond(until));
    return `Too many wrong passwords came from your network. Try again from ${from} on.`;
  }
  return status === 404
    ? "There is no page at this address."
    : "This page is for operators: its password is the metrics token.";
}
