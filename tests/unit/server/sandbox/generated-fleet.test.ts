import { afterAll, expect, it } from "vitest";
import { openDatabase, queryRow } from "server/sandbox/duckdb";
import { GENERATED_FLEET } from "server/sandbox/generated-fleet";
import { STAGING } from "server/sandbox/new-database";

const instance = await openDatabase(":memory:");
afterAll(() => instance.closeSync());

/** Generates the fleet, and evaluates expressions over it by name. */
async function generated(expressions: Record<string, string>) {
  const connection = await instance.connect();
  await connection.run(STAGING);
  await connection.run(GENERATED_FLEET);
  const columns = Object.entries(expressions).map(([name, sql]) => `${sql} AS "${name}"`);
  const row = await queryRow(connection, `SELECT ${columns.join()} FROM staged`);
  connection.closeSync();
  return row;
}

it("the generated fleet is the same every time", async () => {
  const hash = { hash: "sha1(string_agg(staged::VARCHAR ORDER BY id))" };
  expect(await generated(hash)).toEqual(await generated(hash));
});

it("the generated fleet has 48,210 trips of every kind that a screen must handle, up to the end of August 2025", async () => {
  expect(
    await generated({
      trips: "count(*)::INTEGER",
      "different ids": "count(DISTINCT id)::INTEGER",
      "in the order of their start": "corr(id::INTEGER, start_ms) > 0.9",
      "end of the last": "max(end_ms)",
      "end before they start": "count_if(end_ms < start_ms)::INTEGER",
      negative: "count_if(distance < 0 OR beats < 0)::INTEGER",
      "without a wallet": "count_if(vehicle IS NULL) > 0",
      "without a recording": "count_if(distance IS NULL AND beats IS NULL) > 0",
      "without a length": "count_if(end_ms = start_ms) > 0",
      "longer than a day": "count_if(end_ms - start_ms > 86400000) > 0",
      "most in India": "count_if(country = 'India') > 0.75 * count(*)",
    }),
  ).toEqual({
    trips: 48_210,
    "different ids": 48_210,
    "in the order of their start": true,
    "end of the last": Date.UTC(2025, 7, 31, 23, 59, 59),
    "end before they start": 0,
    negative: 0,
    "without a wallet": true,
    "without a recording": true,
    "without a length": true,
    "longer than a day": true,
    "most in India": true,
  });
});
