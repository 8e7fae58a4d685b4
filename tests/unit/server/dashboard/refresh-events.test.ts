import { beforeEach, expect, it, vi } from "vitest";
import {
  createRefreshEvents,
  type AnswerName,
  type RefreshNotice,
  type SubscribedView,
} from "server/dashboard/refresh-events.server";

beforeEach(() => void vi.useFakeTimers());

const EVERYTHING: SubscribedView = { name: "everything", shows: () => true };

/** The events of one process. `tell` and `tellFailure` deliver notices of the cache. */
function setup() {
  let listener: (notice: RefreshNotice) => void = () => undefined;
  const events = createRefreshEvents((onNotice) => (listener = onNotice));

  /** A reader that collects the texts it is sent. It takes nothing while `behind` is true. */
  function reader(view = EVERYTHING) {
    const texts: string[] = [];
    const state = { behind: false, dropped: false };
    const own = {
      isBehind: () => state.behind,
      send: (text: string) => texts.push(text),
      drop: () => (state.dropped = true),
    };
    const leave = events.join(view, own);
    const goOn = () => {
      state.behind = false;
      events.goOn(own);
    };
    return { texts, state, leave, goOn };
  }

  return {
    reader,
    pass: (milliseconds: number) => vi.advanceTimersByTime(milliseconds),
    tell: (resource: AnswerName["resource"], key: string = resource) =>
      listener({ event: "refresh", resource, key }),
    tellFailure: (resource: AnswerName["resource"]) =>
      listener({ event: "failure", resource, key: resource }),
  };
}

const RETRY: unknown = expect.stringMatching(/^retry: (1\d{3}|2[0-4]\d\d)\n\n$/);
const HEARTBEAT = ": still here\n\n";
const event = (name: string) => `event: refresh\ndata: ${name}\n\n`;

it("sends the same event at most once in five seconds, and then the last one", () => {
  const { reader, tell, pass } = setup();
  const { texts } = reader();
  for (let count = 0; count < 100; count++) tell("trips");
  tell("metrics");
  expect(texts).toEqual([RETRY, event("trips"), event("metrics")]);
  pass(4_999);
  expect(texts).toHaveLength(3);
  pass(1);
  expect(texts.slice(3)).toEqual([event("trips")]);
  pass(19_000);
  expect(texts).toHaveLength(4);
});

it("begins with the changes that the reader's page has missed, for that reader only", () => {
  const { reader } = setup();
  const other = reader();
  const missed = () => [{ event: "failure", resource: "metrics" } as const];
  const { texts } = reader({ ...EVERYTHING, missed });
  expect(texts).toEqual([RETRY, "event: failure\ndata: metrics\n\n"]);
  expect(other.texts).toEqual([RETRY]);
});

it("sends a failure at once, also right after a newer answer", () => {
  const { reader, tell, tellFailure } = setup();
  const { texts } = reader();
  tell("metrics");
  tellFailure("metrics");
  const failure = "event: failure\ndata: metrics\n\n";
  expect(texts).toEqual([RETRY, event("metrics"), failure]);
});

it("sends a reader that was behind each event once, when it continues", () => {
  const { reader, tell, pass } = setup();
  const [slow, quick] = [reader(), reader()];
  slow.state.behind = true;
  for (let count = 0; count < 3; count++) {
    tell("trips");
    tell("filters");
    pass(5_000);
  }
  expect(slow.texts).toEqual([RETRY]);
  expect(quick.texts).toHaveLength(7);
  slow.goOn();
  expect(slow.texts).toEqual([RETRY, event("trips") + event("filters")]);
  slow.goOn();
  expect(slow.texts).toHaveLength(2);
});

it("sends nothing to a reader that continues and has missed nothing, or that has left", () => {
  const { reader, tell, pass } = setup();
  const [idle, former] = [reader(), reader()];
  idle.state.behind = former.state.behind = true;
  pass(25_000);
  idle.goOn();
  expect(idle.texts).toEqual([RETRY]);
  idle.state.behind = true;
  tell("trips");
  former.leave();
  former.goOn();
  expect(former.texts).toEqual([RETRY]);
});

it("keeps a view with readers when a reader of an earlier view of the same name leaves twice", () => {
  const { reader, tell } = setup();
  const former = reader();
  former.leave();
  const present = reader();
  former.leave();
  tell("trips");
  expect(present.texts).toEqual([RETRY, event("trips")]);
});

it("keeps sending to the remaining readers when one leaves, each event as soon as allowed", () => {
  const { reader, tell, pass } = setup();
  const [stays, leaves] = [reader(), reader()];
  tell("trips");
  pass(1_000);
  tell("filters");
  tell("filters");
  tell("trips");
  leaves.leave();
  pass(4_000);
  expect(stays.texts.slice(3)).toEqual([event("trips")]);
  pass(1_000);
  expect(stays.texts.slice(4)).toEqual([event("filters")]);
});

it("sends each reader the events of its view; views with the same name use the filter of the first", () => {
  const { reader, tell } = setup();
  const shows = ({ key }: AnswerName) => key === "trips?page=1";
  const [first, all, second] = [
    reader({ name: "first", shows }),
    reader(),
    reader({ name: "first", shows: () => true }),
  ];
  tell("trips", "trips?page=2");
  tell("metrics");
  tell("trips", "trips?page=1");
  for (const { texts } of [first, second]) expect(texts).toEqual([RETRY, event("trips")]);
  expect(all.texts).toEqual([RETRY, event("trips"), event("metrics")]);
});

it("sends a heartbeat every 25 seconds, and drops only readers that have taken nothing for a minute", () => {
  const { reader, tell, pass } = setup();
  const idle = reader({ name: "nothing", shows: () => false });
  const [slow, missing, quick] = [reader(), reader(), reader()];
  idle.state.behind = slow.state.behind = true;
  pass(15_000);
  missing.state.behind = true;
  tell("trips");
  pass(59_999);
  tell("metrics");
  slow.goOn();
  slow.state.behind = true;
  expect(missing.state.dropped).toBe(false);
  pass(1);
  // The minute starts with the first missed event, or else with the first missed heartbeat.
  const dropped = () => [idle, slow, missing, quick].map(({ state }) => state.dropped);
  expect(dropped()).toEqual([false, false, true, false]);
  pass(25_000);
  expect(dropped()).toEqual([true, false, true, false]);
  expect(quick.texts.filter((text) => text === HEARTBEAT)).toHaveLength(4);
});

it("forgets readers that have left, and has no timer after the last one has left", () => {
  const { reader, tell, pass } = setup();
  const [one, other] = [reader(), reader({ name: "other", shows: () => true })];
  tell("trips");
  tell("trips");
  one.leave();
  pass(25_000);
  expect(one.texts).toEqual([RETRY, event("trips")]);
  expect(other.texts).toEqual([RETRY, event("trips"), event("trips"), HEARTBEAT]);
  tell("trips");
  tell("trips");
  other.leave();
  expect(vi.getTimerCount()).toBe(0);
});
