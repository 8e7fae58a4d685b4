import { ensureInstalled, enterProject } from "./install.js";

enterProject();
ensureInstalled();
const { build } = await import("esbuild");
await build({
  entryPoints: { "cache-simulation": "tests/bench/cache-simulation.ts" },
  outdir: "build/tools",
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  logLevel: "warning",
});
await import(new URL("../build/tools/cache-simulation.js", import.meta.url).href);
