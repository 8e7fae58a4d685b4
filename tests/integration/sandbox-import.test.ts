import { readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { importTrips } from "server/sandbox/trip-import";
import { TRIP_HEADER } from "server/sandbox/trip-row";
import { ask, sandboxFixture, type TripsData } from "./sandbox-fixture";
import { spawnSync } from "node:child_process";

let fixture: ReturnType<typeof sandboxFixture>;
beforeEach(() => {
  let end = () => Promise.resolve();
  fixture = sandboxFixture((remove) => (end = remove));
  return () => end();
});

const ids = async (core: string) =>
  (await ask<TripsData>(`${core}/trips`)).trips.map((trip) => trip.id);

/** A minimal row: a trip of half an hour. */
const row = (id: number | string, end = "10:30:00Z") =>
  `${id},cab,2024-01-01T10:00:00Z,2024-01-01T${end},1,2,Spain`;

const OLD = [row("old-1")];
const NEW = ["new-1,cab,2024-02-01T10:00:00Z,2024-02-01T10:30:00Z,3,4,Kenya"];

describe("importing trips", () => {
  it("counts read, imported and rejected rows by reason, over all files in their order", async () => {
    const first = fixture.csv("first.csv", [
      row(1),
      row(2, "09:30:00Z"),
      row(3, "09:59:59Z"),
      row(4).replace("Z,1,", "Z,-1,"),
      row(5).replace("2024-01-01T10:00:00Z", "tomorrow"),
      "",
      row(6).replace(",1,2,Spain", ""),
      row(1).replace("cab", "bus"),
      row(""),
    ]);
    const second = fixture.csv("second.csv", [row(1), row(7).replace("Spain", "Kenya")]);
    const summary = await importTrips([first, second], fixture.databaseFile);
    expect(summary).toMatchObject({ read: 10, taken: 2, rejected: 8 });
    expect(Object.fromEntries(summary.reasons)).toEqual({
      "ends before it starts": 2,
      "negative distance": 1,
      "unreadable time": 1,
      "too few columns": 1,
      "no trip id": 1,
      "duplicate trip id": 2,
    });
    const { trips } = await ask<TripsData>(`${await fixture.start()}/trips`);
    expect(trips.map(({ id, country }) => `${id} ${country}`)).toEqual(["1 Spain", "7 Kenya"]);
  });

  it("reads gzip, carriage returns and a byte order mark", async () => {
    const text = `\ufeff${[TRIP_HEADER, ...NEW].join("\r\n")}\r\n`;
    const file = fixture.file("trips.csv.gz", gzipSync(text));
    expect(await importTrips([file], fixture.databaseFile)).toMatchObject({
      taken: 1,
      rejected: 0,
    });
    const { trips } = await ask<TripsData>(`${await fixture.start()}/trips`);
    expect(trips).toMatchObject([{ id: "new-1", country: "Kenya" }]);
  });

  it("reads times with an offset as instants, times without one as UTC, and missing values as null", async () => {
    const core = await fixture.serve([
      "offset,,2019-06-01T00:00:00+02:00,2019-06-01T00:03:39+02:00,,,Spain",
      "bare,cab,2019-05-31T06:54:00,2019-05-31T06:54:00,0.1,7,",
    ]);
    const { trips } = await ask<TripsData>(`${core}/trips`);
    const unknown = { wallet: null, distance: null, beats: null, country: null };
    const [offset, bare] = ["2019-05-31T22:00:00.000Z", "2019-05-31T06:54:00.000Z"];
    expect(trips).toMatchObject([
      { ...unknown, id: "offset", start_time: offset, duration: 219, country: "Spain" },
      { id: "bare", start_time: bare, duration: 0, distance: 0.1, beats: 7, country: null },
    ]);
    expect(trips[1]?.wallet).toMatch(/^0x[0-9a-f]{40}$/);
  });

  it("changes the answers of a running sandbox without a restart", async () => {
    const core = await fixture.serve(OLD);
    expect(await ids(core)).toEqual(["old-1"]);
    await importTrips([fixture.csv("new.csv", NEW)], fixture.databaseFile);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ids(core)));
    expect(new Set(answers.flat())).toEqual(new Set(["new-1"]));
  });
});

it("an import that fails reports it, and keeps the old trips", async () => {
  const rows = Array.from({ length: 2_000 }, () => row(Math.random()));
  const broken = gzipSync([TRIP_HEADER, ...rows].join("\n"));
  const failures: [string, content: string | Uint8Array | null, message: RegExp][] = [
    ["broken.csv.gz", broken.subarray(0, broken.length / 2), /broken\.csv\.gz cannot be read/],
    ["missing.csv", null, /ENOENT/],
    ["empty.csv", "", /it is empty/],
    ["other.csv", "id,start,end\n1,2,3\n", /the first line should be .* but it is "id,start,end"/],
  ];
  const core = await fixture.serve(OLD);
  const good = fixture.csv("good.csv", NEW);
  for (const [name, content, message] of failures) {
    const bad = join(fixture.folder, name);
    if (content !== null) await writeFile(bad, content);
    await expect(importTrips([good, bad], fixture.databaseFile)).rejects.toThrow(message);
    expect(await ids(core)).toEqual(["old-1"]);
    expect(await readdir(dirname(fixture.databaseFile))).toEqual(["trips.duckdb"]);
  }
});

it("the first start of the sandbox fills the database with the generated fleet, also from two sandboxes at once", async () => {
  const cores = await Promise.all([fixture.start(), fixture.start()]);
  for (const core of cores) {
    const { trips, pagination } = await ask<TripsData>(`${core}/trips?limit=1`);
    expect(pagination.totalItems).toBe(48_210);
    expect(trips[0]?.id).toBe("48210");
  }
  expect(await readdir(dirname(fixture.databaseFile))).toEqual(["trips.duckdb"]);
});

describe("the import command", () => {
  const run = (...files: string[]) =>
    spawnSync(process.execPath, ["build/tools/sandbox-import.js", ...files], {
      env: { NODE_ENV: "test", SANDBOX_DB: fixture.databaseFile },
      encoding: "utf8",
    });

  it("keeps the old trips, and exits with 1, when no row is a trip", async () => {
    const core = await fixture.serve(OLD);
    const { status, stdout, stderr } = run(fixture.csv("bad.csv", ["1,2,3"]));
    expect([status, stdout]).toEqual([1, "read 1\ntaken 0\nrejected 1\ntoo few columns 1\n"]);
    expect(stderr).toContain("There is no trip");
    expect(await ids(core)).toEqual(["old-1"]);
  });

  it("exits with 1 and a message when no file is named", () => {
    expect(run()).toMatchObject({ status: 1, stderr: "Usage: npm run sandbox:import -- FILE…\n" });
  });
});
