import { expect, it, vi } from "vitest";
import { MOST_TRIPS } from "server/dashboard/report/report-reader.server";
import type { TripListQuery } from "server/upstream/contracts/trips.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import {
  MONDAY,
  TODAY,
  TUESDAY,
  onReportClock,
  reader,
  reading,
  seconds,
  trip,
  tripsOf,
  upstream,
} from "../../../../support/report-days";

onReportClock();

it("reads each day in pages of 500, once for all readers, and not again while it is fresh", async () => {
  const { api, exports, look } = reading({ [MONDAY]: 1_200, [TUESDAY]: 500 });
  const looks = await Promise.all([
    look([MONDAY, TUESDAY]),
    look([MONDAY, TUESDAY], "198.51.100.1"),
    look([TUESDAY], "203.0.113.1"),
  ]);
  const both = [`${MONDAY}: 1200`, `${TUESDAY}: 500`];
  expect(looks.map(tripsOf)).toEqual([both, both, [`${TUESDAY}: 500`]]);
  const calls = [`${MONDAY} 1`, `${MONDAY} 2`, `${MONDAY} 3`, `${TUESDAY} 1`];
  expect(api.calls.toSorted()).toEqual(calls);
  await seconds(59 * 60);
  await look([MONDAY, TUESDAY]);
  expect(api.calls).toHaveLength(4);
  expect(exports.open()).toBe(0);
});

it("reads a past day again after an hour and the current day after a minute, and shows the earlier sums meanwhile", async () => {
  const { api, look, trips } = reading({ [MONDAY]: 1, [TODAY]: 2 });
  await look([MONDAY, TODAY]);
  const open = api.hold();
  await seconds(61);
  expect(await trips([MONDAY, TODAY])).toEqual([`${MONDAY}: 1`, `${TODAY}: 2`]);
  expect(api.calls).toEqual([`${MONDAY} 1`, `${TODAY} 1`, `${TODAY} 1`]);
  open();
  await seconds(60 * 60);
  await look([MONDAY]);
  expect(api.calls.at(-1)).toBe(`${MONDAY} 1`);
});

it("reads a day once more after its end, when its sums were read before the end", async () => {
  vi.setSystemTime(Date.UTC(2025, 7, 20, 23, 59, 50));
  const { api, look } = reading({ [TODAY]: 2 });
  await look([TODAY]);
  await seconds(60);
  await look([TODAY]);
  expect(api.calls).toHaveLength(2);
  await seconds(120);
  await look([TODAY]);
  expect(api.calls).toHaveLength(2);
});

it("counts each day of a range with too many trips by one call", async () => {
  const { api, look, trips } = reading({ [MONDAY]: MOST_TRIPS - 500, [TUESDAY]: 501 });
  expect(await trips([MONDAY, TUESDAY])).toEqual([`${MONDAY}: counted`, `${TUESDAY}: counted`]);
  await look([MONDAY, TUESDAY]);
  expect(api.calls).toEqual([`${MONDAY} 1`, `${TUESDAY} 1`]);
  expect(await trips([TUESDAY])).toEqual([`${TUESDAY}: 501`]);
  // The first page is not read once more.
  expect(api.calls.slice(2)).toEqual([`${TUESDAY} 2`]);
});

it("reports why nothing is read from an upstream that cannot be reached", async () => {
  const { api, trips } = reading({});
  api.failures.set(MONDAY, new UpstreamError("connection", "API request failed", { sent: false }));
  api.failures.set(TUESDAY, new UpstreamError("circuit-open", "It is left alone"));
  const expected = [`${MONDAY}: API request failed`, `${TUESDAY}: It is left alone`];
  expect(await trips([MONDAY, TUESDAY])).toEqual(expected);
  expect(await trips([MONDAY, TUESDAY])).toEqual(expected);
  // The refusal of one network's call does not apply to other networks.
  api.failures.clear();
  expect(await trips([TUESDAY], "198.51.100.1")).toEqual([`${TUESDAY}: 0`]);
});

it("shows no sums of a day that were read ten minutes before its end, once it has ended", async () => {
  vi.setSystemTime(Date.UTC(2025, 7, 20, 23, 50));
  const { api, look, trips } = reading({ [TODAY]: 2 });
  await look([TODAY]);
  api.hold();
  await seconds(11 * 60);
  expect(await trips([TODAY])).toEqual([`${TODAY}: null`]);
});

it("reports the days that failed, does not retry them for half a minute, and reads the others", async () => {
  const { api, trips } = reading({ [MONDAY]: 3, [TUESDAY]: 4 });
  api.failures.set(MONDAY, new UpstreamError("http", "No such day", { status: 400 }));
  const expected = [`${MONDAY}: No such day`, `${TUESDAY}: 4`];
  expect(await trips([MONDAY, TUESDAY])).toEqual(expected);
  api.failures.clear();
  await seconds(20);
  expect(await trips([MONDAY, TUESDAY])).toEqual(expected);
  await seconds(10);
  expect(await trips([MONDAY, TUESDAY])).toEqual([`${MONDAY}: 3`, `${TUESDAY}: 4`]);
});

it("stops before the next page when nobody has asked for half a minute", async () => {
  const { api, exports, trips } = reading({ [MONDAY]: 2_000 });
  const open = api.hold();
  expect(await trips([MONDAY])).toEqual([`${MONDAY}: null`]);
  await seconds(31);
  open();
  await seconds(1);
  expect(api.calls).toEqual([`${MONDAY} 1`]);
  expect(exports.open()).toBe(0);
  expect(await trips([MONDAY])).toEqual([`${MONDAY}: 2000`]);
});

it("reads at most two reports at once for a network, and lets it join a report that is being read", async () => {
  const { api, look } = reading({});
  api.hold();
  await look([MONDAY]);
  await look([TUESDAY]);
  expect(await look([TODAY])).toMatchObject({ refused: "client-full" });
  expect(await look([MONDAY])).toMatchObject({ refused: null });
  expect(await look([TODAY], "198.51.100.1")).toMatchObject({ refused: null });
});

it("counts a trip on two pages once, and refuses an endless list of pages", async () => {
  const api = upstream({ [MONDAY]: 501 });
  const { trips } = api;
  const overlapping = {
    ...api,
    trips: async (query: TripListQuery) => {
      const list = await trips(query);
      return query.page === 2 ? { ...list, trips: [trip(MONDAY, 499), ...list.trips] } : list;
    },
  };
  expect(await reader(overlapping).trips([MONDAY])).toEqual([`${MONDAY}: 501`]);
  const endless = {
    ...api,
    trips: async (query: TripListQuery) => {
      const list = await trips({ ...query, page: 1 });
      return { ...list, pagination: { ...list.pagination, hasNextPage: true } };
    },
  };
  expect(await reader(endless).trips([MONDAY])).toEqual([
    expect.stringMatching(/: .*(understood|read)/i),
  ]);
});
