import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { run } from "../../scripts/run.js";
import { sourceFiles } from "../architecture/source-files";

vi.mock("node:child_process", { spy: true });

describe("a script on Windows", () => {
  const { platform } = process;
  beforeEach(() => {
    Object.defineProperty(process, "platform", { value: "win32" });
    vi.mocked(spawnSync).mockReturnValue({ status: 0 } as ReturnType<typeof spawnSync>);
  });
  afterEach(() => {
    Object.defineProperty(process, "platform", { value: platform });
    vi.mocked(spawnSync).mockReset();
  });

  it.each([
    ["npm", true],
    ["C:\\Program Files\\nodejs\\node.exe", false],
  ])("runs %s with a shell: %s", (command, shell) => {
    run(command, ["an argument"]);
    expect(spawnSync).toHaveBeenCalledWith(
      command,
      ["an argument"],
      expect.objectContaining({ shell }),
    );
  });
});

it("a file's URL becomes a path by fileURLToPath, which knows of spaces and drives", () => {
  const files = [...sourceFiles("app", "server", "scripts"), "vite.config.ts"].map((file) =>
    typeof file === "string" ? { path: file, text: readFileSync(file, "utf8") } : file,
  );
  const careless = /new URL\([^)]*(?:import\.meta\.url|PROJECT)\)\.pathname/;
  expect(files.filter(({ text }) => careless.test(text)).map(({ path }) => path)).toEqual([]);
});
