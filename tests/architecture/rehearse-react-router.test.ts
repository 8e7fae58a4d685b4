import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { patches } from "../../scripts/rehearse-react-router/copy.js";
import { renamed } from "../../scripts/rehearse-react-router/rename.js";
import { PACKAGES } from "../../scripts/rehearse-react-router/versions.js";
import { sourceFiles } from "../support/source-files";

const paths = (text: string, line: RegExp) =>
  [...text.matchAll(line)].map(([, path = ""]) => path).filter((path) => existsSync(path));

it("every patch says why in its first line, and fits the files of today once they are renamed", () => {
  const copy = mkdtempSync(join(tmpdir(), "pulse-patches-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  for (const { file, why } of patches()) {
    expect(why).toMatch(/^[A-Z].+\.$/);
    for (const path of paths(readFileSync(file, "utf8"), /^--- a\/(.+)$/gm)) {
      if (existsSync(join(copy, path))) continue; // an earlier patch has changed it
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), renamed(path, readFileSync(path, "utf8")));
    }
    const { stderr } = spawnSync("git", ["apply", file], { cwd: copy, encoding: "utf8" });
    expect(stderr, "docs/react-router-7.md says how to renew a patch").toBe("");
  }
});

/** Files that name its packages and import none: this rehearsal, and the advisories. */
const SPEAKS_OF_REMIX = /rehearse-react-router|evidence/;

it("no import of Remix is left over by the tables and the patches", () => {
  const patched = patches().flatMap(({ file }) =>
    paths(readFileSync(file, "utf8"), /^--- a\/(.+)$/gm),
  );
  const left = sourceFiles("app", "server", "scripts", "tests")
    .filter(({ path }) => !patched.includes(path) && !SPEAKS_OF_REMIX.test(path))
    .filter(({ path, text }) => /["'/]@remix-run\//.test(renamed(path, text)));
  expect(left.map(({ path }) => path)).toEqual([]);
});

it("every package of Remix in package.json has its place in the list of what changes", () => {
  const manifest = readFileSync("package.json", "utf8");
  const ofRemix = [...manifest.matchAll(/"(@remix-run\/[^"]+|remix-[^"]+)":/g)].map(([, it]) => it);
  expect(PACKAGES.map(({ from }) => from).sort()).toEqual(ofRemix.sort());
});
