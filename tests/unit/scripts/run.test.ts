import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { needsShell } from "../../../scripts/run.js";
import { sourceFiles } from "../../support/source-files";

it.each([
  ["npm", "win32", true],
  ["C:\\Program Files\\nodejs\\node.exe", "win32", false],
  ["npm", "linux", false],
] as const)("%s on %s needs a shell: %s", (command, platform, shell) => {
  expect(needsShell(command, platform)).toBe(shell);
});

it("a file's URL becomes a path by fileURLToPath, which knows of spaces and drives", () => {
  const files = [...sourceFiles("app", "server", "scripts"), "vite.config.ts"].map((file) =>
    typeof file === "string" ? { path: file, text: readFileSync(file, "utf8") } : file,
  );
  const careless = /new URL\([^)]*(?:import\.meta\.url|PROJECT)\)\.pathname/;
  expect(files.filter(({ text }) => careless.test(text)).map(({ path }) => path)).toEqual([]);
});
