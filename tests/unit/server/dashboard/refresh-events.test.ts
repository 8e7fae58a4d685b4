import { beforeEach, expect, it, vi } from "vitest";
import { createRefreshEvents, type SubscribedView } from "server/dashboard/refresh-events.server";
import type { AnswerName, RefreshNotice } from "server/cache/query.server";

beforeEach(() => void vi.useFakeTimers());

const EVERYTHING: SubscribedView = { name: "everything", shows: () => true };

/** The events of one process, with readers that are told of by hand. */
function stage() {
  let listener: (notice: RefreshNotice) => void = () => undefined;
  const events = createRefreshEvents((heard) => (listener = heard));

  /** A reader that keeps what it hears; `behind` for one that takes nothing meanwhile. */
  function reader(view = EVERYTHING) {
    const heard: string[] = [];
    const state = { behind: false, dropped: false };
    const own = {
      isBehind: () => state.behind,
      send: (text: string) => heard.push(text),
      drop: () => (state.dropped = true),
    };
    const leave = events.join(view, own);
    const goOn = () => {
      state.behind = false;
      events.goOn(own);
    };
    return { heard, state, leave, goOn };
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
const LIFE = ": still here\n\n";
const event = (name: string) => `event: refresh\ndata: ${name}\n\n`;

it("tells of the same thing at most once in five seconds, and then of the last", () => {
  const { reader, tell, pass } = stage();
  const { heard } = reader();
  for (let count = 0; count < 100; count++) tell("trips");
  tell("metrics");
  expect(heard).toEqual([RETRY, event("trips"), event("metrics")]);
  pass(4_999);
  expect(heard).toHaveLength(3);
  pass(1);
  expect(heard.slice(3)).toEqual([event("trips")]);
  pass(19_000);
  expect(heard).toHaveLength(4);
});

it("begins with what the reader's page has missed, for that reader alone", () => {
  const { reader } = stage();
  const other = reader();
  const missed = () => [{ event: "failure", resource: "metrics" } as const];
  const { heard } = reader({ ...EVERYTHING, missed });
  expect(heard).toEqual([RETRY, "event: failure\ndata: metrics\n\n"]);
  expect(other.heard).toEqual([RETRY]);
});

it("tells of a failure at once, also right after a newer answer, and of the answer that ends it", () => {
  const { reader, tell, tellFailure } = stage();
  const { heard } = reader();
  tell("metrics");
  tellFailure("metrics");
  const failure = "event: failure\ndata: metrics\n\n";
  expect(heard).toEqual([RETRY, event("metrics"), failure]);
});

it("tells a reader who takes nothing of each name once, when he goes on", () => {
  const { reader, tell, pass } = stage();
  const [slow, quick] = [reader(), reader()];
  slow.state.behind = true;
  for (let count = 0; count < 3; count++) {
    tell("trips");
    tell("filters");
    pass(5_000);
  }
  expect(slow.heard).toEqual([RETRY]);
  expect(quick.heard).toHaveLength(7);
  slow.goOn();
  expect(slow.heard).toEqual([RETRY, event("trips") + event("filters")]);
  slow.goOn();
  expect(slow.heard).toHaveLength(2);
});

it("sends nothing to a reader who goes on and has missed nothing, or has left meanwhile", () => {
  const { reader, tell, pass } = stage();
  const [idle, gone] = [reader(), reader()];
  idle.state.behind = gone.state.behind = true;
  pass(25_000);
  idle.goOn();
  expect(idle.heard).toEqual([RETRY]);
  idle.state.behind = true;
  tell("trips");
  gone.leave();
  gone.goOn();
  expect(gone.heard).toEqual([RETRY]);
});

it("keeps a view that others look at when somebody leaves an older one of the same name twice", () => {
  const { reader, tell } = stage();
  const former = reader();
  former.leave();
  const present = reader();
  former.leave();
  tell("trips");
  expect(present.heard).toEqual([RETRY, event("trips")]);
});

it("goes on telling those who stay when one of them leaves, each event as soon as it may", () => {
  const { reader, tell, pass } = stage();
  const [stays, leaves] = [reader(), reader()];
  tell("trips");
  pass(1_000);
  tell("filters");
  tell("filters");
  tell("trips");
  leaves.leave();
  pass(4_000);
  expect(stays.heard.slice(3)).toEqual([event("trips")]);
  pass(1_000);
  expect(stays.heard.slice(4)).toEqual([event("filters")]);
});

it("tells each reader what his view shows, and views of one name what the first of them shows", () => {
  const { reader, tell } = stage();
  const shows = ({ key }: AnswerName) => key === "trips?page=1";
  const [first, all, second] = [
    reader({ name: "first", shows }),
    reader(),
    reader({ name: "first", shows: () => true }),
  ];
  tell("trips", "trips?page=2");
  tell("metrics");
  tell("trips", "trips?page=1");
  for (const { heard } of [first, second]) expect(heard).toEqual([RETRY, event("trips")]);
  expect(all.heard).toEqual([RETRY, event("trips"), event("metrics")]);
});

it("shows a sign of life every 25 seconds, and drops who has taken nothing for a minute, and nobody else", () => {
  const { reader, tell, pass } = stage();
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
  // What was missed counts from the first event; without any, from the first sign of life.
  const dropped = () => [idle, slow, missing, quick].map(({ state }) => state.dropped);
  expect(dropped()).toEqual([false, false, true, false]);
  pass(25_000);
  expect(dropped()).toEqual([true, false, true, false]);
  expect(quick.heard.filter((text) => text === LIFE)).toHaveLength(4);
});

it("forgets who has left, and has no timer once all have", () => {
  const { reader, tell, pass } = stage();
  const [one, other] = [reader(), reader({ name: "other", shows: () => true })];
  tell("trips");
  tell("trips");
  one.leave();
  pass(25_000);
  expect(one.heard).toEqual([RETRY, event("trips")]);
  expect(other.heard).toEqual([RETRY, event("trips"), event("trips"), LIFE]);
  tell("trips");
  tell("trips");
  other.leave();
  expect(vi.getTimerCount()).toBe(0);
});
