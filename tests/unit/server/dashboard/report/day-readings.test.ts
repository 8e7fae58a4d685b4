import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MOST_TRIPS } from "server/dashboard/report/report-reader.server";
import {
  impersonalContext,
  networkUnderWay,
  withRequestContext,
} from "server/process/request-context.server";
import type { TripListQuery } from "server/upstream/contracts/trips.server";
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

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);
const [ONE, OTHER] = ["192.0.2.1", "198.51.100.1"];

/** Calls for one day wait until they are answered, and none is made for the network of ONE. */
function slow(day: string, tripsOn: Record<string, number> = { [MONDAY]: 3, [TUESDAY]: 4 }) {
  const api = upstream(tripsOn);
  let answer!: () => void;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const trips = async (query: TripListQuery) => {
    if (query.date === day) await answered;
    if (networkUnderWay() === ONE) throw new UpstreamError("circuit-open", "Not you");
    return api.trips(query);
  };
  const { look, reports } = reader({ trips });
  const lookFrom = (network: string, days: string[], waitMs = 1_000) =>
    withRequestContext(impersonalContext("", network), () => reports.look([days], network, waitMs));
  return { look, lookFrom, api, answer };
}

/** Looks every 20 s for as many seconds. */
async function watch(look: () => Promise<unknown>, forSeconds: number) {
  for (let at = 0; at < forSeconds; at += 20) {
    await look();
    await seconds(19);
  }
}

it("counts a day by its newest count, whatever its older sums say", async () => {
  const tripsOn = { [MONDAY]: 10 };
  const api = upstream(tripsOn);
  const { look } = reader(api);
  await look([MONDAY]);
  await seconds(61 * 60);
  tripsOn[MONDAY] = MOST_TRIPS + 1;
  expect(tripsOf(await look([MONDAY]))).toEqual([[MONDAY, "counted"]]);
  await look([MONDAY]);
  expect(api.calls).toHaveLength(2);
});

it("tells nobody what another network was refused while the reading goes on", async () => {
  const { lookFrom, answer } = slow(TUESDAY);
  const looks = [ONE, OTHER, ONE].map((network) => lookFrom(network, [MONDAY, TUESDAY]));
  await seconds(1);
  const told = (await Promise.all(looks)).map((look) => tripsOf(look)[0]);
  expect(told.map((day) => day?.[1])).toEqual(["Not you", null, "Not you"]);
  answer();
});

it("reads a day itself that another network, whose reading it has joined, is refused", async () => {
  const { lookFrom, answer } = slow(MONDAY, { [MONDAY]: 3, [TUESDAY]: MOST_TRIPS });
  void lookFrom(ONE, [MONDAY]);
  const looking = lookFrom(OTHER, [MONDAY, TUESDAY], 5_000);
  await seconds(1);
  answer();
  expect(tripsOf(await looking)).toEqual([
    [MONDAY, 3],
    [TUESDAY, "counted"],
  ]);
});

it("reads for itself when the same report was begun, and refused, while it waited for a place", async () => {
  const { lookFrom, answer } = slow(MONDAY);
  answer();
  const [, look] = await Promise.all([lookFrom(ONE, [MONDAY]), lookFrom(OTHER, [MONDAY])]);
  expect(look && tripsOf(look)).toEqual([[MONDAY, 3]]);
});

it("ends when two instances have counted what the other one wants to sum up", async () => {
  const api = upstream({ [MONDAY]: 30_000, [TUESDAY]: 15_000, [TODAY]: 25_000 });
  const shared = new SharedMemory(Date.now);
  const [one, two] = [0, 1].map(() => reader(api, shared.connection(15_000).tier));
  if (!one || !two) throw new Error("There are two");
  await one.look([MONDAY, TODAY]);
  shared.flush();
  const open = api.hold();
  await two.look([MONDAY, TUESDAY]);
  open();
  const looks = Promise.all([one.look([MONDAY, TUESDAY]), two.look([MONDAY, TUESDAY])]);
  await seconds(5);
  await looks;
  await watch(() => Promise.all([one.look([MONDAY, TUESDAY]), two.look([MONDAY, TUESDAY])]), 100);
  for (const { look } of [one, two]) {
    expect(tripsOf(await look([MONDAY, TUESDAY]))).toEqual([
      [MONDAY, 30_000],
      [TUESDAY, 15_000],
    ]);
  }
});

it("sums a day up although a report that counts it needs no sums", async () => {
  const { look, lookFrom, api, answer } = slow(TUESDAY, { [MONDAY]: MOST_TRIPS, [TUESDAY]: 600 });
  await look([MONDAY, TUESDAY]);
  const summing = lookFrom(OTHER, [TUESDAY], 5_000);
  await seconds(1);
  answer();
  expect(tripsOf(await summing)).toEqual([[TUESDAY, 600]]);
  expect(api.calls).toEqual([`${MONDAY} 1`, `${TUESDAY} 1`, `${TUESDAY} 2`]);
});

it("takes what another instance has read for as old as its first page", async () => {
  const api = upstream({ [TODAY]: 700 });
  const shared = new SharedMemory(Date.now);
  const [one, other] = [0, 1].map(() => reader(api, shared.connection(60_000).tier));
  const open = api.hold(2);
  await one?.look([TODAY]);
  await seconds(20);
  await one?.look([TODAY]);
  await seconds(20);
  open();
  await one?.look([TODAY]);
  await seconds(25);
  await other?.look([TODAY]);
  expect(api.calls).toHaveLength(4);
});

it("joins no page to a first one of more than a minute ago", async () => {
  const { look, api, answer } = slow(TUESDAY, { [MONDAY]: 30_000, [TUESDAY]: 25_000 });
  await watch(() => look([MONDAY, TUESDAY]), 40);
  answer();
  await look([MONDAY, TUESDAY]);
  await seconds(30);
  await look([MONDAY]);
  expect(api.calls.filter((call) => call === `${MONDAY} 1`)).toHaveLength(2);
});
