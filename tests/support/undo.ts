import { afterEach, vi } from "vitest";

/** Restores mocks, globals and the clock after each test: the files of a worker share them. */
afterEach(() => {
  // The clock is restored last: a test may have mocked functions of the fake clock.
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
