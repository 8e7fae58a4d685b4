import { DAY_MS } from "~/lib/day";
import { MONTHS } from "~/lib/format-day";
import { queryRow, queryRows } from "./duckdb";
import type { TripReading } from "./trip-database";

/**
 * The dashboard's figures. A trip belongs to the month, day and hour in which it
 * starts, in UTC. Time windows end at the sandbox's present.
 */

const LAST_MONTHS = 6;
const WEEK_MS = 7 * DAY_MS;

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** First hours of the time buckets. The last bucket ends at midnight. */
const BUCKETS = [0, 4, 8, 12, 14, 16, 18];

const SINCE = "start_time >= make_timestamp_ms($since::BIGINT)";

/** Fleet totals. Distance (km) and beats are null when no trip has a value. */
export function metrics({ connection, presentMs }: TripReading) {
  const walletsSince = (name: string) =>
    `(SELECT count(DISTINCT wallet)::INTEGER FROM trips
      WHERE start_time >= make_timestamp_ms($${name}::BIGINT))`;
  return queryRow(
    connection,
    `SELECT
       trips AS totalTrips,
       distance AS distanceCovered,
       beats AS totalBeats,
       hours AS totalHours,
       wallets AS totalUsers,
       ${walletsSince("month")} AS monthlyActiveUsers,
       ${walletsSince("week")} AS weeklyActiveUsers,
       ${walletsSince("day")} AS dailyActiveUsers
     FROM totals`,
    {
      month: lastMonths(1, presentMs)[0]?.startMs ?? presentMs,
      week: presentMs - WEEK_MS,
      day: presentMs - DAY_MS,
    },
  );
}

/** Distinct wallets up to the end of each of the last six months, and the newest month's growth in percent. */
export async function totalUsers({ connection, presentMs }: TripReading) {
  const rows = await queryRows<{ monthMs: number; wallets: number }>(
    connection,
    `SELECT epoch_ms(date_trunc('month', first_start))::DOUBLE AS monthMs, count(*)::INTEGER AS wallets
     FROM (SELECT min(start_time) AS first_start FROM trips WHERE wallet IS NOT NULL GROUP BY wallet)
     GROUP BY monthMs`,
  );
  const data = lastMonths(LAST_MONTHS, presentMs).map(({ startMs, label }) => ({
    month: label,
    users: rows.reduce((sum, row) => (row.monthMs <= startMs ? sum + row.wallets : sum), 0),
  }));
  return { data, growthRate: growthRate(data.at(-2)?.users ?? 0, data.at(-1)?.users ?? 0) };
}

/** Percent with two decimals; undefined when the earlier value is zero. */
function growthRate(before: number, after: number): number | undefined {
  return before === 0 ? undefined : Math.round(((after - before) / before) * 10_000) / 100;
}

/** Distinct wallets with a trip in each of the last six months, the newest highlighted. */
export async function monthlyUsers({ connection, presentMs }: TripReading) {
  const months = lastMonths(LAST_MONTHS, presentMs);
  const rows = await queryRows<{ monthMs: number; users: number }>(
    connection,
    `SELECT epoch_ms(date_trunc('month', start_time))::DOUBLE AS monthMs,
            count(DISTINCT wallet)::INTEGER AS users
     FROM trips WHERE ${SINCE} GROUP BY monthMs`,
    { since: months[0]?.startMs ?? presentMs },
  );
  const usersOf = new Map(rows.map((row) => [row.monthMs, row.users]));
  const data = months.map(({ startMs, label }, index) => ({
    month: label,
    users: usersOf.get(startMs) ?? 0,
    highlight: index === LAST_MONTHS - 1,
  }));
  return { data };
}

/** Distinct wallets per weekday in the last seven days, and in the whole week. */
export async function weeklyUsers({ connection, presentMs }: TripReading) {
  const rows = await queryRows<{ weekday: number | null; active: number }>(
    connection,
    `SELECT isodow(start_time)::INTEGER AS weekday, count(DISTINCT wallet)::INTEGER AS active
     FROM trips WHERE ${SINCE} GROUP BY GROUPING SETS ((weekday), ())`,
    { since: presentMs - WEEK_MS },
  );
  const activeOn = new Map(rows.map((row) => [row.weekday, row.active]));
  return {
    data: WEEKDAYS.map((day, index) => ({ day, active: activeOn.get(index + 1) ?? 0 })),
    totalActiveUsers: activeOn.get(null) ?? 0,
  };
}

/** Trips per time bucket in the last 24 hours. */
export async function dailyTrips({ connection, presentMs }: TripReading) {
  const rows = await queryRows<{ hour: number; trips: number }>(
    connection,
    `SELECT hour(start_time)::INTEGER AS hour, count(*)::INTEGER AS trips
     FROM trips WHERE ${SINCE} GROUP BY hour`,
    { since: presentMs - DAY_MS },
  );
  const data = BUCKETS.map((from, index) => {
    const to = BUCKETS[index + 1] ?? 24;
    const trips = rows.reduce(
      (sum, row) => (row.hour >= from && row.hour < to ? sum + row.trips : sum),
      0,
    );
    return { time: String(from).padStart(2, "0"), trips };
  });
  return { data };
}

/**
 * The first instant (UTC) and the label of the last months, oldest first, up to and including the month of `presentMs`.
 * Times are in epoch milliseconds.
 */
export function lastMonths(count: number, presentMs: number) {
  const present = new Date(presentMs);
  return Array.from({ length: count }, (_, index) => {
    const startMs = Date.UTC(present.getUTCFullYear(), present.getUTCMonth() - (count - 1) + index);
    return { startMs, label: MONTHS[new Date(startMs).getUTCMonth()] ?? "" };
  });
}
