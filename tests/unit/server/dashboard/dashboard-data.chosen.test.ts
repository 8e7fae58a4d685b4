import { beforeEach, expect, it, vi } from "vitest";
import { createDashboardData } from "server/dashboard/dashboard-data.server";
import { StaleWhileRevalidateCache } from "server/cache/stale-while-revalidate.server";
import { defaultKeys } from "server/dashboard/resources.server";
import {
  sharedContext,
  currentNetwork,
  withRequestContext,
} from "server/process/request-context.server";
import { createLimits } from "server/limits/limits.server";
import { createLocalCounters } from "server/limits/counters.server";
import type { CoreApi } from "server/upstream/core-api.server";

const [CROWD, VISITOR] = ["192.0.2.1", "198.51.100.7"];

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"], now: 1_000_000 }));

it("a network may send 600 chosen reads a minute to the core API; cached answers and default views do not count", async () => {
  const call = vi.fn(() => Promise.resolve({}));
  // The content of the answers does not matter here.
  const coreApi = { trips: call, searchTrips: call, metrics: call } as unknown as CoreApi;
  const limits = createLimits(createLocalCounters());
  const cache = new StaleWhileRevalidateCache({ defaultKeys, currentNetwork });
  const data = createDashboardData({ coreApi, cache, limits });
  const as = <T>(network: string, read: () => T) =>
    withRequestContext(sharedContext("request", network), read);
  const search = async (index: number) => {
    const trips = { q: `text ${index}`, page: 1 };
    return (await data.read({ page: { resource: "trips", trips } })).page;
  };

  for (let index = 0; index < 600; index += 1) await as(CROWD, () => search(index));
  await as(CROWD, () => search(1));
  await as(CROWD, () => data.read({ page: { resource: "trips" } }));
  await as(CROWD, () => data.read({ metrics: { resource: "metrics" } }));
  expect(call).toHaveBeenCalledTimes(602);

  const over = { kind: "over-limit", sent: false, retryAt: 1_060_000 };
  for (let again = 0; again < 2; again += 1) {
    expect(await as(CROWD, () => search(600))).toMatchObject(over);
    vi.advanceTimersByTime(20_000);
  }
  expect(call).toHaveBeenCalledTimes(602);
  await as(VISITOR, () => search(600));
  await as(CROWD, () => search(600));
  expect(call).toHaveBeenCalledTimes(603);
  vi.advanceTimersByTime(20_000);
  await as(CROWD, () => search(601));
  expect(call).toHaveBeenCalledTimes(604);
});
