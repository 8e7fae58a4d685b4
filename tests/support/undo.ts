import { afterEach, vi } from "vitest";

/** Takes back what a test has replaced: the files of a worker share globals, modules and the clock. */
afterEach(() => {
  // The clock at last: what was replaced after it may be its own function.
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
