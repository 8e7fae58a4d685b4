import { expect, it, vi } from "vitest";
import { MOST_TRIPS } from "server/dashboard/report/report-reader.server";
import {
  sharedContext,
  currentNetwork,
  withRequestContext,
} from "server/process/request-context.server";
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
  tripsOf,
  upstream,
} from "../../../../support/report-days";

onReportClock();

const [ONE, OTHER] = ["192.0.2.1", "198.51.100.1"];
const OVER_AN_HOUR = 61 * 60;
const FAULT = new UpstreamError("http", "HTTP error! status: 500", { status: 500 });

/** An upstream whose calls for one day wait for `answer`, and which refuses calls of the network ONE. */
function slow(day: string, tripsOn: Record<string, number> = { [MONDAY]: 3, [TUESDAY]: 4 }) {
  const api = upstream(tripsOn);
  let answer!: () => void;
  const released = new Promise<void>((resolve) => (answer = resolve));
  const trips = async (query: TripListQuery) => {
    if (query.date === day) await released;
    if (currentNetwork() === ONE) throw new UpstreamError("circuit-open", "Not you");
    return api.trips(query);
  };
  const { look, reports } = reader({ trips });
  const lookFrom = (network: string, days: string[], waitMs = 1_000) =>
    withRequestContext(sharedContext("", network), () => reports.look(days, network, waitMs));
  return { look, lookFrom, api, answer };
}

/** Calls `look` every 20 s for so many seconds. */
async function watch(look: () => Promise<unknown>, forSeconds: number) {
  for (let at = 0; at < forSeconds; at += 20) {
    await look();
    await seconds(19);
  }
}

it("shows the newest count of a day instead of its older sums", async () => {
  const tripsOn = { [MONDAY]: 10 };
  const { api, look, trips } = reading(tripsOn);
  await look([MONDAY]);
  await seconds(OVER_AN_HOUR);
  tripsOn[MONDAY] = MOST_TRIPS + 1;
  expect(await trips([MONDAY])).toEqual([`${MONDAY}: counted`]);
  await look([MONDAY]);
  expect(api.calls).toHaveLength(2);
});

it("does not show another network's refusal while the day is being read", async () => {
  const { lookFrom } = slow(TUESDAY);
  const looks = [ONE, OTHER, ONE].map((network) => lookFrom(network, [MONDAY, TUESDAY]));
  await seconds(1);
  const results = (await Promise.all(looks)).map((look) => tripsOf(look)[0]);
  const refusal = `${MONDAY}: Not you`;
  expect(results).toEqual([refusal, `${MONDAY}: null`, refusal]);
});

it("reads a day itself when the network whose reading it has joined is refused", async () => {
  const { lookFrom, answer } = slow(MONDAY, { [MONDAY]: 3, [TUESDAY]: MOST_TRIPS });
  void lookFrom(ONE, [MONDAY]);
  const looking = lookFrom(OTHER, [MONDAY, TUESDAY], 5_000);
  await seconds(1);
  answer();
  expect(tripsOf(await looking)).toEqual([`${MONDAY}: 3`, `${TUESDAY}: counted`]);
});

it("reads a report itself when another network began it and was refused during the wait for a place", async () => {
  const { lookFrom, answer } = slow(MONDAY);
  answer();
  const [, look] = await Promise.all([lookFrom(ONE, [MONDAY]), lookFrom(OTHER, [MONDAY])]);
  expect(look && tripsOf(look)).toEqual([`${MONDAY}: 3`]);
});

it("sums up a day that another report only counts", async () => {
  const { look, lookFrom, api, answer } = slow(TUESDAY, { [MONDAY]: MOST_TRIPS, [TUESDAY]: 600 });
  await look([MONDAY, TUESDAY]);
  const summing = lookFrom(OTHER, [TUESDAY], 5_000);
  await seconds(1);
  answer();
  expect(tripsOf(await summing)).toEqual([`${TUESDAY}: 600`]);
  expect(api.calls).toEqual([`${MONDAY} 1`, `${TUESDAY} 1`, `${TUESDAY} 2`]);
});

it("adds no page to a first page that is older than a minute", async () => {
  const { look, api, answer } = slow(TUESDAY, { [MONDAY]: 30_000, [TUESDAY]: 25_000 });
  await watch(() => look([MONDAY, TUESDAY]), 40);
  answer();
  await look([MONDAY, TUESDAY]);
  await seconds(30);
  await look([MONDAY]);
  expect(api.calls.filter((call) => call === `${MONDAY} 1`)).toHaveLength(2);
});

it("releases its place when the refresh of a range with too many trips fails for a day", async () => {
  const { api, look, exports } = reading({ [MONDAY]: 30_000, [TUESDAY]: 25_000 });
  await look([MONDAY, TUESDAY]);
  await seconds(OVER_AN_HOUR);
  api.failures.set(MONDAY, FAULT);
  await look([MONDAY, TUESDAY]);
  expect(exports.open()).toBe(0);
});

it("shows the sums of a day of two pages while the day is read again", async () => {
  const { api, look, trips } = reading({ [MONDAY]: 700 });
  await look([MONDAY]);
  await seconds(OVER_AN_HOUR);
  api.hold(2);
  expect(await trips([MONDAY])).toEqual([`${MONDAY}: 700`]);
});

it("reads a day again when its reading began before the day's end and finished after it", async () => {
  vi.setSystemTime(Date.UTC(2025, 7, 20, 23, 59, 59, 900));
  const { api, look, trips } = reading({ [TODAY]: 2 });
  const open = api.hold();
  const first = look([TODAY]);
  await vi.advanceTimersByTimeAsync(300);
  open();
  await first;
  expect(await trips([TODAY])).toEqual([`${TODAY}: 2`]);
});

it("takes the age of sums from their first page", async () => {
  const { look } = reading({ [MONDAY]: 30_000, [TUESDAY]: 25_000 });
  await look([MONDAY, TUESDAY]);
  await seconds(59 * 60);
  await look([MONDAY]);
  await seconds(58 * 60);
  const age = Date.now() - ((await look([MONDAY])).days.get(MONDAY)?.known?.asOf ?? 0);
  expect(age).toBeLessThan((OVER_AN_HOUR + 60) * 1_000);
});

it("reports no refusal when a second try succeeds", async () => {
  const api = upstream({ [MONDAY]: 3 });
  let refusals = 1;
  const trips: typeof api.trips = async (query) => {
    if (refusals-- > 0) throw new UpstreamError("busy", "Too many calls are waiting");
    return api.trips(query);
  };
  const { days } = await reader({ trips }).look([MONDAY]);
  expect(days.get(MONDAY)).toMatchObject({ known: { trips: 3 }, failed: null });
});
