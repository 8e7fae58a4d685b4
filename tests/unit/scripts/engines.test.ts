import { afterEach, expect, it, vi } from "vitest";
import { engineProgram } from "../../../scripts/engines.js";

afterEach(() => vi.unstubAllEnvs());

it("an engine whose program does not exist is not there", () => {
  vi.stubEnv("FIREFOX_PATH", "/nowhere/firefox");
  expect(engineProgram("firefox")).toBeNull();
  vi.stubEnv("FIREFOX_PATH", process.execPath);
  expect(engineProgram("firefox")).toBe(process.execPath);
});
