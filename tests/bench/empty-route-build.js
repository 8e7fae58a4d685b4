import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SOURCES = [
  "app",
  "server",
  "public",
  "scripts",
  "package.json",
  "package-lock.json",
  "remix.config.js",
  "tsconfig.json",
  "vite.config.ts",
  ".gitignore",
];

const EMPTY_ROUTE = `export function loader() {
  return null;
}
export default function Empty() {
  return null;
}
`;

/**
 * Builds the product with one more route, `/bench/empty`, that loads and shows nothing: the yardstick of the
 * same build. It stands in a copy, so that the product itself has no such address.
 *
 * @param {string} root the repository
 * @param {string} copy where the copy and its build go; a build of the same sources that stands there is kept
 */
export function buildWithEmptyRoute(root, copy) {
  mkdirSync(copy, { recursive: true });
  for (const source of [...SOURCES, "node_modules"])
    rmSync(join(copy, source), { recursive: true, force: true });
  for (const source of SOURCES) cpSync(join(root, source), join(copy, source), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "dir");

  writeFileSync(join(copy, "app/routes/bench-empty.tsx"), EMPTY_ROUTE);
  const table = join(copy, "app/routes.ts");
  const anchor = 'route("*"';
  const routes = readFileSync(table, "utf8");
  if (!routes.includes(anchor))
    throw new Error(`app/routes.ts has no ${anchor} to put the empty route before`);
  writeFileSync(
    table,
    routes.replace(anchor, `route("bench/empty", "routes/bench-empty.tsx"),\n  ${anchor}`),
  );

  const build = spawnSync(process.execPath, ["scripts/build.js"], {
    cwd: copy,
    stdio: ["ignore", 2, 2],
  });
  if (build.status !== 0) throw new Error("the build for the benchmark failed");
}
