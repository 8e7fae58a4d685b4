import { beforeEach, expect, it, vi } from "vitest";
import { createDashboardData } from "server/dashboard/dashboard-data.server";
import { StaleWhileRevalidateCache } from "server/cache/stale-while-revalidate.server";
import { sharedContext, withRequestContext } from "server/process/request-context.server";
import { createLimits } from "server/limits/limits.server";
import type { CoreApi } from "server/upstream/core-api.server";

const [CROWD, VISITOR] = ["192.0.2.1", "198.51.100.7"];

/** The dashboard's data on a core API whose methods are one. Tests do not look at the content of its answers. */
function setup(call: (query?: object) => Promise<object>) {
  const coreApi = { trips: call, searchTrips: call, metrics: call } as unknown as CoreApi;
  const cache = new StaleWhileRevalidateCache();
  const limits = createLimits();
  const data = createDashboardData({ coreApi, cache, limits, chosenWaitMs: 1_000 });
  const search = (network: string, q: string) =>
    withRequestContext(sharedContext("request", network), async () => {
      return (await data.read({ page: { resource: "trips", trips: { q, page: 1 } } })).page;
    });
  const uncounted = () => limits.left([{ rule: "chosenRead", key: CROWD }]);
  return { data, search, uncounted };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"], now: 1_000_000 }));

it("a network may send 600 chosen reads a minute to the core API; cached answers and default views do not count", async () => {
  const call = vi.fn(() => Promise.resolve({}));
  const { data, search } = setup(call);
  const as = <T>(network: string, read: () => T) =>
    withRequestContext(sharedContext("request", network), read);
  for (let index = 0; index < 600; index += 1) await search(CROWD, `text ${index}`);
  await search(CROWD, "text 1");
  await as(CROWD, () => data.read({ page: { resource: "trips" } }));
  await as(CROWD, () => data.read({ metrics: { resource: "metrics" } }));
  expect(call).toHaveBeenCalledTimes(602);

  const over = { kind: "over-limit", sent: false, retryAt: 1_060_000 };
  for (let again = 0; again < 2; again += 1) {
    expect(await search(CROWD, "text 600")).toMatchObject(over);
    vi.advanceTimersByTime(20_000);
  }
  expect(call).toHaveBeenCalledTimes(602);
  await search(VISITOR, "text 600");
  await search(CROWD, "text 600");
  expect(call).toHaveBeenCalledTimes(603);
  vi.advanceTimersByTime(20_000);
  await search(CROWD, "text 601");
  expect(call).toHaveBeenCalledTimes(604);
});

it("a network makes four chosen calls at once, a fifth is refused in time and not counted, and others wait for none of them", async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  let answer = () => {};
  const hanging = new Promise<object>((resolve) => (answer = () => resolve({})));
  const searchTrips = vi.fn<(query?: object) => Promise<object>>(() => hanging);
  const { search, uncounted } = setup(searchTrips);

  const crowd = ["a", "b", "c", "d", "shared", "late"].map((q) => search(CROWD, q));
  await vi.advanceTimersByTimeAsync(0);
  expect(searchTrips).toHaveBeenCalledTimes(4);
  const visitor = search(VISITOR, "shared");
  await vi.advanceTimersByTimeAsync(0);
  expect(searchTrips.mock.calls.map(([query]) => query)).toContainEqual(
    expect.objectContaining({ q: "shared" }),
  );
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await crowd[4]).toMatchObject({ kind: "busy", sent: false });
  expect(await uncounted()).toBe(600 - 4);
  answer();
  expect(await visitor).toMatchObject({ state: "fresh" });
  expect(await Promise.all(crowd.slice(0, 4))).toEqual(
    Array(4).fill(expect.objectContaining({ state: "fresh" })),
  );
  expect(await search(CROWD, "shared")).toMatchObject({ state: "fresh" });
  expect(searchTrips).toHaveBeenCalledTimes(5);
});
