import { beforeEach, expect, it, vi } from "vitest";
import { parseDashboardState } from "~/features/dashboard/dashboard-url";
import {
  COPY_PREFIX,
  keepCopy,
  readCopy,
  updatedView,
  waitAfter,
  type DashboardAnswer,
} from "~/features/dashboard/dashboard-view";
import { answerTo, NOW } from "./answers";

const DAY = 24 * 60 * 60 * 1000;
const copyOf = (query: string) =>
  readCopy(parseDashboardState(new URLSearchParams(`tab=trip${query}`)));

let storage: Record<string, unknown>;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  // The used part of web storage. Its keys are its own properties.
  storage = Object.create({
    getItem: (key: string) => (storage[key] as string | undefined) ?? null,
    setItem: (key: string, value: string) => void (storage[key] = value),
    removeItem: (key: string) => void Reflect.deleteProperty(storage, key),
  }) as Record<string, unknown>;
  vi.stubGlobal("localStorage", storage);
});

it("displayed figures that the server has lost stay for a day, marked as stale", () => {
  const displayed = answerTo("", { ids: ["1"] });
  const failed = { ...answerTo(""), results: {}, errors: { trips: "away" } };
  const { trips } = displayed.results;
  expect(updatedView(displayed, failed).results.trips).toEqual({ ...trips, state: "stale" });
  vi.advanceTimersByTime(DAY);
  expect(updatedView(displayed, failed)).toMatchObject(failed);
});

it("rows that are being read stay with their age, unless they are a copy's", () => {
  const [older, newer] = [answerTo("", { ids: ["1"], asOf: 1 }), answerTo("", { ids: ["2"] })];
  expect(updatedView({ ...older, isCopy: true }, newer)).toMatchObject(newer);
  expect(updatedView(older, newer)).toMatchObject({ ...older, hasNewerRows: true });
  expect(updatedView(older, { ...older, sandbox: false })).not.toHaveProperty("hasNewerRows");
});

const settings = { ...answerTo(""), state: { tab: "settings", page: 1 }, results: {} } as const;
const fresh = answerTo("", { ids: ["1"] });
const refreshing = answerTo("", { ids: ["1"], state: "refreshing" });

it.each<[string, DashboardAnswer[], (number | null)[]]>([
  ["every 30 s", [fresh, fresh], [30, 30]],
  ["once more after 2 s while figures are refreshed", [refreshing, refreshing, fresh], [2, 30, 30]],
  ["after 2 s for each refresh", [refreshing, fresh, refreshing], [2, 30, 2]],
  ["at once after the browser's own copy", [{ ...refreshing, isCopy: true }, refreshing], [0, 2]],
  ["every 30 s while no answer comes", [{ ...refreshing, isCopy: true, lostAt: 1 }], [30]],
  ["without figures only then", [{ ...settings, lostAt: 1 }, settings], [30, null]],
])("an open page asks %s", (_, [first, ...others], seconds) => {
  if (!first) throw new Error("no answer");
  let shown = first;
  const later = others.map((answer) => waitAfter((shown = updatedView(shown, answer))));
  expect([waitAfter(first), ...later]).toEqual(seconds.map((wait) => wait && wait * 1000));
});

it("a view is stored for 24 hours after its oldest figures", () => {
  keepCopy(answerTo("&page=2"));
  const [key = ""] = Object.keys(storage);
  expect(key.startsWith(COPY_PREFIX)).toBe(true);
  const timestamp = NOW - 1000;
  expect(JSON.parse(storage[key] as string)).toEqual({ data: answerTo("&page=2"), timestamp });
  vi.advanceTimersByTime(DAY - 1001);
  expect(copyOf("&page=2&x=1")).toEqual(answerTo("&page=2"));
  vi.advanceTimersByTime(1);
  expect(copyOf("&page=2")).toBeNull();
});

it("unusable copies are removed, and entries of other owners stay", () => {
  keepCopy(answerTo(""));
  vi.advanceTimersByTime(DAY);
  Object.assign(storage, { theirs: "{", [`${COPY_PREFIX}{`]: "{", [`${COPY_PREFIX}4_/`]: "null" });
  keepCopy({ ...answerTo(""), lostAt: 1 });
  expect(Object.keys(storage)).toEqual(["theirs"]);
});

it("at most 40 copies are stored; the oldest are removed first", () => {
  for (let page = 2; page < 62; page += 1) {
    keepCopy(answerTo(`&page=${page}`, { asOf: NOW + page }));
  }
  expect(Object.keys(storage)).toHaveLength(40);
  expect([copyOf("&page=61"), copyOf("&page=2")]).toEqual([
    answerTo("&page=61", { asOf: NOW + 61 }),
    null,
  ]);
});

it("full or forbidden storage does no harm", () => {
  const refuse = () => {
    throw new Error("forbidden");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  keepCopy(answerTo(""));
  expect(copyOf("")).toBeNull();
});
