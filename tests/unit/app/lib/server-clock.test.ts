import { afterAll, expect, it, vi } from "vitest";

const SERVER = Date.UTC(2026, 0, 1);

// The module keeps its clock, which is none for other files.
afterAll(() => vi.resetModules());

it("the server's clock does not depend on the time of the visitor's machine", async () => {
  const clock = { name: "clock", duration: SERVER };
  const page = { serverTiming: [clock], transferSize: 1, responseStart: 100 };
  vi.useFakeTimers({ now: 5_000 });
  vi.stubGlobal("performance", { now: () => 250, getEntriesByType: () => [page] });
  vi.stubGlobal(
    "PerformanceObserver",
    class {
      observe = () => undefined;
    },
  );
  // The module observes responses from its first use on, so it is loaded after the stubs.
  vi.resetModules();
  const { serverNow } = await import("~/lib/server-clock");
  expect(serverNow()).toBe(SERVER + 150);
  vi.setSystemTime(65_000);
  expect(serverNow()).toBe(SERVER + 60_150);
});
