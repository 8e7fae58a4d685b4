import { ensureBuilt } from "./build.js";
import { ensureInstalled, enterProject } from "./install.js";

enterProject();
ensureInstalled();
await ensureBuilt();
const { build } = await import("esbuild");
await build({
  entryPoints: { torture: "tests/torture/main.ts" },
  outdir: "build/tools",
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  logLevel: "warning",
});
await import(new URL("../build/tools/torture.js", import.meta.url).href);
