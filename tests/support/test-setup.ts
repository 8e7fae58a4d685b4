import fc from "fast-check";
import { afterEach, vi } from "vitest";

// Made-up inputs are the same in every run: none may fail by chance.
fc.configureGlobal({ seed: 63 });

/** Restores mocks, globals and the clock after each test: the files of a worker share them. */
afterEach(() => {
  // The clock is restored last: a test may have mocked functions of the fake clock.
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
