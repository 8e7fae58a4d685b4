import { expect, it } from "vitest";
import { readView } from "server/dashboard/read-view.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { told } from "../../app/features/dashboard/trips/told-trips";

const known = (value: unknown) => ({ value, asOf: 1, state: "fresh" });
const empty = known({ trips: [], pagination: told(1, 24) });
const gone = new UpstreamError("http", "Gone");
const later = (kind: "http" | "over-limit") =>
  Object.assign(new UpstreamError(kind, "Later"), { retryAt: 4_200 });
const retry = {
  retryAt: 4_200,
  view: { errors: { trips: "Later. You can try again at 1 Jan 1970, 00:00:05 UTC." } },
};

it.each<[string, object, object]>([
  ["with one of two figures is shown", { metrics: known({}), trips: gone }, { status: 200 }],
  ["without figures has failed", { trips: gone, filters: known({}) }, { status: 502 }],
  ["names the moment of the next try", { trips: later("http") }, { ...retry, status: 503 }],
  ["is over the limit", { trips: later("over-limit") }, { ...retry, status: 429 }],
  ["needs no countries", { trips: empty, filters: later("http") }, { status: 200 }],
  ["beyond the last page leads to that", { trips: empty }, { tab: "trip", page: 2 }],
])("a view %s", async (name, reads, expected) => {
  const dashboard = { read: () => Promise.resolve(reads), newestTrip: () => null };
  const page = name.startsWith("beyond") ? 3 : 2;
  expect(await readView(dashboard as never, { tab: "trip", page })).toMatchObject(expected);
});
