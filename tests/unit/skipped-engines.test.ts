import { afterEach, expect, it, vi } from "vitest";
import { engineProgram, howToInstall } from "../../scripts/engines.js";
import { conclude, stepSkipped } from "../../scripts/steps.js";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it("an engine whose program does not exist is not there", () => {
  vi.stubEnv("FIREFOX_PATH", "/nowhere/firefox");
  expect(engineProgram("firefox")).toBeNull();
  vi.stubEnv("FIREFOX_PATH", process.execPath);
  expect(engineProgram("firefox")).toBe(process.execPath);
});

it("a journey that was skipped is said at the end, with what to do, and counts as nothing", () => {
  const said = vi.spyOn(console, "log").mockReturnValue();
  stepSkipped("The journey in firefox", howToInstall("firefox"));
  conclude();
  expect(said.mock.calls.flat()).toEqual([
    "!!! SKIPPED: The journey in firefox. Install it (on Debian: apt-get install firefox-esr) or set FIREFOX_PATH.",
    "0 passed, 0 failed",
  ]);
});
