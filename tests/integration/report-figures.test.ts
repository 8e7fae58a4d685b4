import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, it } from "vitest";
import { startBuiltServer } from "../support/built-server";
import { eventually } from "../support/eventually";
import { rawRequest } from "../support/raw-request";

/** Files of real trips, as `npm run sandbox:import` reads them. */
const folder = process.env.TRIPS_FOLDER;
const files =
  folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith(".csv.gz"));
if (files.length === 0) {
  process.stderr.write(
    "NOT TESTED: sums of real trips. TRIPS_FOLDER names a folder of *.csv.gz.\n",
  );
}

/** By day, by wallet (whichever it is) and in all: trips, kilometres, seconds, beats, vehicles, and what is unknown. */
const FIGURES = `count(*)::INT, sum(km)::DOUBLE, sum(seconds)::DOUBLE, sum(beats)::DOUBLE,
  count(DISTINCT vehicle_id)::INT, (count(*) - count(km))::INT, (count(*) - count(beats))::INT,
  count(*) FILTER (km = 0)::INT, count(*) FILTER (seconds > 86400)::INT,
  count(*) FILTER (km * 3600 > seconds * 200)::INT`;

/** Reads a file without the product's importer, by its rules: times without an offset are UTC, the first of an id counts. */
async function openTrips(file: string) {
  const database = await (await DuckDBInstance.create(":memory:")).connect();
  await database.run("SET TimeZone = 'UTC'");
  await database.run(`CREATE TABLE trips AS
    SELECT *, epoch_ms(ends - starts) / 1000 AS seconds, strftime(starts, '%Y-%m-%d') AS day FROM (
      SELECT row_number() OVER () AS line, trip_id, vehicle_id, TRY_CAST(start_time AS TIMESTAMPTZ)::TIMESTAMP AS starts,
        TRY_CAST(end_time AS TIMESTAMPTZ)::TIMESTAMP AS ends, TRY_CAST(distance_km AS DECIMAL(18, 6)) AS km,
        TRY_CAST(points AS DECIMAL(18, 6)) AS beats
      FROM read_csv('${file}', header = true, all_varchar = true, parallel = false))
    WHERE trip_id IS NOT NULL AND ends >= starts AND coalesce(km, 0) >= 0
    QUALIFY row_number() OVER (PARTITION BY trip_id ORDER BY line) = 1`);
  const rows = async (sql: string) => (await database.runAndReadAll(sql)).getRows();
  return {
    months: async () =>
      (await rows("SELECT DISTINCT day[:7] FROM trips ORDER BY 1")).flat().map(String),
    figures: (group: "day" | "vehicle_id" | "''", from: string, to: string) =>
      rows(
        `SELECT ${group}, ${FIGURES} FROM trips WHERE day BETWEEN '${from}' AND '${to}' GROUP BY 1 ORDER BY 1`,
      ),
  };
}

type Row = Record<string, number | string | null>;

/** The same figures of a report's row, to the last digit shown. */
const shown = (row: Row) => [
  ...[
    row.trips,
    thousandths(row.distance),
    seconds(row.hours),
    thousandths(row.beats),
    row.wallets,
  ],
  ...[row.withoutDistance, row.withoutBeats, row.zeroDistance, row.over24Hours, row.over200Kmh],
];
const expected = ([trips, km, time, beats, ...counts]: unknown[]) => [
  ...[trips, thousandths(km), Math.round(Number(time)), thousandths(beats), ...counts],
];
const thousandths = (value: unknown) => (value === null ? null : Math.round(Number(value) * 1000));
const seconds = (hours: unknown) => (hours === null ? null : Math.round(Number(hours) * 3600));
const inOrder = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).toSorted();

const lastDay = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0))
    .toISOString()
    .slice(0, 10);

it.skipIf(files.length === 0).each(files.length === 0 ? ["no file"] : files)(
  "every day's, wallet's and month's sums of %s are those of its file",
  async (name) => {
    const file = join(folder ?? "", name);
    const SANDBOX_DB = join(mkdtempSync(join(tmpdir(), "pulse-report-")), "trips.duckdb");
    const env = { ...process.env, SANDBOX_DB, LOG_LEVEL: "silent" };
    await promisify(execFile)(process.execPath, ["build/tools/sandbox-import.js", file], { env });
    const trips = await openTrips(file);
    const server = await startBuiltServer({ env: { SANDBOX_DB, NODE_ENV: "development" } });
    const report = async (query: string) => {
      let body = "";
      await eventually(async () => {
        const answer = await rawRequest(server.url, `/pulsescout/dashboard/report.json${query}`);
        body = answer.body;
        return answer.status === 200;
      });
      return JSON.parse(body) as { sums: Row; rows: Row[] };
    };
    for (const month of (await trips.months()).slice(-1)) {
      const [first, last] = [`${month}-01`, lastDay(month)];
      const [[, inAll] = []] = await trips.figures("''", first, last);
      expect((await report(`?from=${first}&to=${last}`)).sums.trips).toBe(inAll);
      for (const [from, to] of [
        [first, `${month}-06`],
        [`${month}-07`, last],
      ] as const) {
        const range = `?from=${from}&to=${to}`;
        const { rows, sums } = await report(range);
        const days = await trips.figures("day", from, to);
        expect(rows.map((row) => [row.day, ...shown(row)])).toEqual(
          days.map(([day, ...figures]) => [day, ...expected(figures)]),
        );
        const [[, ...all] = []] = await trips.figures("''", from, to);
        if (days.length > 0) expect(shown(sums)).toEqual(expected(all));
        const wallets = (await report(`${range}&by=wallet`)).rows.map(shown);
        const vehicles = await trips.figures("vehicle_id", from, to);
        expect(inOrder(wallets)).toEqual(inOrder(vehicles.map(([, ...own]) => expected(own))));
      }
    }
    await server.kill();
  },
);
