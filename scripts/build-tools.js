import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { NODE_BUNDLE } from "./node-bundle.js";

/** Bundles what runs beside the product in processes of its own: the sandbox, its import, the doctor. */
export async function buildTools(outdir = "build/tools") {
  await build({
    entryPoints: {
      sandbox: "server/sandbox/main.ts",
      "sandbox-import": "server/sandbox/import-command.ts",
      doctor: "scripts/doctor/main.ts",
    },
    ...NODE_BUNDLE,
    outdir,
    sourcemap: true,
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await buildTools();
