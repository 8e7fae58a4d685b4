import { afterAll, expect, it, vi } from "vitest";

const SERVER = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

// The module keeps its clock, which is none for other files.
afterAll(() => vi.resetModules());

it("the server's clock advances while the machine sleeps, and after the machine's clock is set back", async () => {
  let monotonic = 100;
  const clock = { name: "clock", duration: SERVER };
  const page = { serverTiming: [clock], transferSize: 1, responseStart: monotonic };
  vi.useFakeTimers({ now: 5_000 });
  vi.stubGlobal("performance", {
    timeOrigin: 5_000 - monotonic,
    now: () => monotonic,
    getEntriesByType: () => [page],
  });
  vi.stubGlobal(
    "PerformanceObserver",
    class {
      observe = () => undefined;
    },
  );
  const passAwake = (ms: number) => {
    monotonic += ms;
    vi.setSystemTime(Date.now() + ms);
  };
  // The module observes responses from its first use on, so it is loaded after the stubs.
  vi.resetModules();
  const { serverNow } = await import("~/lib/server-clock");
  expect(serverNow()).toBe(SERVER);
  passAwake(1_000);
  expect(serverNow()).toBe(SERVER + 1_000);
  vi.setSystemTime(Date.now() + HOUR);
  expect(serverNow()).toBe(SERVER + 1_000 + HOUR);
  vi.setSystemTime(0);
  passAwake(1_000);
  expect(serverNow()).toBe(SERVER + 2_000);
});
