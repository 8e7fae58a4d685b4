import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { refreshEvents } from "server/cache/refresh-events.server";
import type { RefreshNotice } from "server/cache/refresh-notices.server";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A reader that takes every text at once and keeps it. */
function reader(shows: (notice: RefreshNotice) => boolean = () => true) {
  const listeners = new Set<(notice: RefreshNotice) => void>();
  const closing = new AbortController();
  const events = refreshEvents({
    onRefresh: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    shows,
    ended: closing.signal,
  });
  const heard: string[] = [];
  const over = (async () => {
    for await (const text of events) heard.push(text);
  })();
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
  const tell = async (resource: RefreshNotice["resource"], key: string = resource) => {
    for (const listener of listeners) listener({ resource, key });
    await pass(0);
  };
  return { heard, tell, pass, listeners, over, close: () => closing.abort() };
}

const RETRY = "retry: 5000\n\n";
const event = (name: string) => `event: refresh\ndata: ${name}\n\n`;

it("tells of a newer answer at once, by name", async () => {
  const { heard, tell, pass } = reader();
  await pass(0);
  await tell("metrics");
  expect(heard).toEqual([RETRY, event("metrics")]);
});

it("tells of the same thing at most once in five seconds, and then of the last", async () => {
  const { heard, tell, pass } = reader();
  await pass(0);
  for (let count = 0; count < 100; count++) await tell("trips");
  await tell("metrics");
  expect(heard).toEqual([RETRY, event("trips"), event("metrics")]);
  await pass(4_999);
  expect(heard).toHaveLength(3);
  await pass(1);
  expect(heard.slice(3)).toEqual([event("trips")]);
  await pass(20_000);
  expect(heard).toHaveLength(4);
});

it("does not tell of what is not shown", async () => {
  const { heard, tell, pass } = reader(({ key }) => key === "trips?page=1");
  await pass(0);
  await tell("trips", "trips?page=2");
  await tell("trips", "trips?page=1");
  expect(heard).toEqual([RETRY, event("trips")]);
});

it("shows a sign of life every 25 seconds", async () => {
  const { heard, pass } = reader();
  await pass(50_000);
  expect(heard).toEqual([RETRY, ": still here\n\n", ": still here\n\n"]);
});

it("has at most one event of a name for a reader who takes nothing", async () => {
  const listeners = new Set<(notice: RefreshNotice) => void>();
  const onRefresh = (listener: (notice: RefreshNotice) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const ended = new AbortController().signal;
  const events = refreshEvents({ onRefresh, shows: () => true, ended });
  await events.next();
  for (let count = 0; count < 1000; count++) {
    for (const listener of listeners) listener({ resource: "trips", key: String(count) });
    for (const listener of listeners) listener({ resource: "filters", key: "filters" });
  }
  expect((await events.next()).value).toBe(event("trips") + event("filters"));
});

it("ends, and listens no more, when its connection closes", async () => {
  const { pass, over, listeners, close } = reader();
  await pass(0);
  expect(listeners.size).toBe(1);
  close();
  await over;
  expect(listeners.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
