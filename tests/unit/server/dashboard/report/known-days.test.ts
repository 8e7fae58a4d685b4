import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { SharedMemory } from "../../../../support/shared-memory";
import {
  NOW,
  MONDAY,
  TODAY,
  TUESDAY,
  reader,
  tripsOf,
  upstream,
} from "../../../../support/report-days";

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

const fault = () => new UpstreamError("http", "HTTP error! status: 500", { status: 500 });
const OVER_AN_HOUR = 61 * 60_000;

it("gives its place back when the refresh of a range with too many trips fails for a day", async () => {
  const api = upstream({ [MONDAY]: 30_000, [TUESDAY]: 25_000 });
  const { look, exports } = reader(api);
  await look([MONDAY, TUESDAY]);
  await vi.advanceTimersByTimeAsync(OVER_AN_HOUR);
  api.failures.set(MONDAY, fault());
  await look([MONDAY, TUESDAY]);
  expect(exports.open()).toBe(0);
});

it("shows the sums of a day of two pages while it is read anew", async () => {
  const api = upstream({ [MONDAY]: 700 });
  const { look } = reader(api);
  await look([MONDAY]);
  await vi.advanceTimersByTimeAsync(OVER_AN_HOUR);
  const open = api.hold(2);
  expect(tripsOf(await look([MONDAY]))).toEqual([[MONDAY, 700]]);
  open();
});

it("reads a day again whose reading began before its end and ended after it", async () => {
  vi.setSystemTime(Date.UTC(2025, 7, 20, 23, 59, 59, 900));
  const api = upstream({ [TODAY]: 2 });
  const { look } = reader(api);
  const open = api.hold();
  const first = look([TODAY]);
  await vi.advanceTimersByTimeAsync(300);
  open();
  await first;
  expect(tripsOf(await look([TODAY]))).toEqual([[TODAY, 2]]);
});
const daysFrom = (from: string) =>
  Array.from({ length: 31 }, (_, i) =>
    new Date(Date.parse(from) + i * 86_400_000).toISOString().slice(0, 10),
  );

it("makes a chosen comparison whole beside a recent one", async () => {
  const api = upstream(new Proxy({}, { get: () => 2_000 }));
  const { reports } = reader(api);
  const look = async (...ranges: string[][]) => {
    const looking = reports.look(ranges, "192.0.2.1", 1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    return [...(await looking).days.values()].filter(({ known }) => known).length;
  };
  await look(daysFrom("2025-07-21"), daysFrom("2025-06-20"));
  expect(await look(daysFrom("2024-05-01"), daysFrom("2024-03-31"))).toBe(62);
  await look(daysFrom("2024-05-01"), daysFrom("2024-03-31"));
  expect(api.calls).toHaveLength(124);
});

it("tells no failure that has cooled down while another instance reads", async () => {
  const api = upstream({ [MONDAY]: 3 });
  const shared = new SharedMemory(Date.now);
  const [one, other] = [0, 1].map(() => reader(api, shared.connection(60_000).tier));
  api.failures.set(MONDAY, fault());
  await one?.look([MONDAY]);
  await vi.advanceTimersByTimeAsync(31_000);
  api.failures.clear();
  const open = api.hold();
  await one?.look([MONDAY]);
  const told = await other?.look([MONDAY]);
  open();
  expect(told && tripsOf(told)).toEqual([[MONDAY, null]]);
});

it("takes sums for as old as their first page", async () => {
  const api = upstream({ [MONDAY]: 30_000, [TUESDAY]: 25_000 });
  const { look } = reader(api);
  await look([MONDAY, TUESDAY]);
  await vi.advanceTimersByTimeAsync(59 * 60_000);
  await look([MONDAY]);
  await vi.advanceTimersByTimeAsync(58 * 60_000);
  const age = Date.now() - ((await look([MONDAY])).days.get(MONDAY)?.known?.asOf ?? 0);
  expect(age).toBeLessThan(OVER_AN_HOUR + 60_000);
});

it("says nothing of a refusal that a second try has made good", async () => {
  const api = upstream({ [MONDAY]: 3 });
  let refusals = 1;
  const trips: typeof api.trips = async (query) => {
    if (refusals-- > 0) throw new UpstreamError("busy", "Too many calls are waiting");
    return api.trips(query);
  };
  const { days } = await reader({ trips }).look([MONDAY]);
  expect(days.get(MONDAY)).toMatchObject({ known: { trips: 3 }, failed: null });
});
