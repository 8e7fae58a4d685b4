import { queryRow, queryRows } from "./duckdb";
import type { TripReading } from "./trip-database";

/**
 * The dashboard's figures. A trip belongs to the month, day and hour in which it starts, in UTC. Windows end at the present.
 */

const PRESENT = "make_timestamp_ms($presentMs::BIGINT)";
const THIS_MONTH = `date_trunc('month', ${PRESENT})`;

/** The first instants of the last six months, up to and including the one of the present. */
const MONTHS = `WITH months AS (SELECT ${THIS_MONTH} - to_months(unnest(range(6))) AS month)`;

/** Fleet totals. Distance (km) and beats are null when no trip has a value. */
export function metrics({ connection, presentMs }: TripReading) {
  const walletsSince = (instant: string) =>
    `(SELECT count(DISTINCT wallet)::INTEGER FROM trips WHERE start_time >= ${instant})`;
  return queryRow(
    connection,
    `SELECT
       trips AS totalTrips,
       distance AS distanceCovered,
       beats AS totalBeats,
       hours AS totalHours,
       wallets AS totalUsers,
       ${walletsSince(THIS_MONTH)} AS monthlyActiveUsers,
       ${walletsSince(`${PRESENT} - INTERVAL 7 DAY`)} AS weeklyActiveUsers,
       ${walletsSince(`${PRESENT} - INTERVAL 1 DAY`)} AS dailyActiveUsers
     FROM totals`,
    { presentMs },
  );
}

/** Distinct wallets up to the end of each of the last six months, and the newest month's growth in percent. */
export async function totalUsers({ connection, presentMs }: TripReading) {
  const data = await queryRows<{ month: string; users: number }>(
    connection,
    `${MONTHS},
     joined AS (SELECT min(start_time) AS first_start FROM trips WHERE wallet IS NOT NULL GROUP BY wallet)
     SELECT strftime(month, '%b') AS month, count(first_start)::INTEGER AS users
     FROM months LEFT JOIN joined ON first_start < months.month + INTERVAL 1 MONTH
     GROUP BY months.month ORDER BY months.month`,
    { presentMs },
  );
  return { data, growthRate: growthRate(data.at(-2)?.users ?? 0, data.at(-1)?.users ?? 0) };
}

/** Percent with two decimals; undefined when the earlier value is zero. */
function growthRate(before: number, after: number): number | undefined {
  return before === 0 ? undefined : Math.round(((after - before) / before) * 10_000) / 100;
}

/** Distinct wallets with a trip in each of the last six months, the newest highlighted. */
export async function monthlyUsers({ connection, presentMs }: TripReading) {
  const data = await queryRows(
    connection,
    `${MONTHS}
     SELECT strftime(month, '%b') AS month, count(DISTINCT wallet)::INTEGER AS users,
            months.month = ${THIS_MONTH} AS highlight
     FROM months LEFT JOIN trips ON date_trunc('month', start_time) = months.month
     GROUP BY months.month ORDER BY months.month`,
    { presentMs },
  );
  return { data };
}

/** Distinct wallets per weekday in the last seven days, and in the whole week. */
export async function weeklyUsers({ connection, presentMs }: TripReading) {
  const rows = await queryRows<{ day: string | null; active: number }>(
    connection,
    `SELECT day, count(DISTINCT wallet)::INTEGER AS active
     FROM unnest(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']) WITH ORDINALITY AS days(day, number)
     LEFT JOIN trips ON isodow(start_time) = number AND start_time >= ${PRESENT} - INTERVAL 7 DAY
     GROUP BY GROUPING SETS ((day, number), ()) ORDER BY number`,
    { presentMs },
  );
  const data = rows.filter(({ day }) => day !== null);
  return { data, totalActiveUsers: rows.find(({ day }) => day === null)?.active };
}

/** Trips per time bucket in the last 24 hours. The last bucket ends at midnight. */
export async function dailyTrips({ connection, presentMs }: TripReading) {
  const data = await queryRows(
    connection,
    `SELECT printf('%02d', first) AS time, count(id)::INTEGER AS trips
     FROM (VALUES (0, 4), (4, 8), (8, 12), (12, 14), (14, 16), (16, 18), (18, 24)) AS buckets(first, past)
     LEFT JOIN trips ON hour(start_time) >= first AND hour(start_time) < past
       AND start_time >= ${PRESENT} - INTERVAL 1 DAY
     GROUP BY first ORDER BY first`,
    { presentMs },
  );
  return { data };
}
