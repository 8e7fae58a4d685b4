import { pathToFileURL } from "node:url";
import { build } from "esbuild";

/** Bundles what runs beside the product in processes of its own: the sandbox, its import, the doctor. */
export async function buildTools(outdir = "build/tools") {
  await build({
    entryPoints: {
      sandbox: "server/sandbox/main.ts",
      "sandbox-import": "server/sandbox/import-command.ts",
      doctor: "scripts/doctor/main.ts",
    },
    outdir,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: true,
    logLevel: "warning",
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await buildTools();
