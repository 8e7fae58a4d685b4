import { build } from "esbuild";

/** esbuild options of programs for Node. Packages are not bundled. */
export const NODE_BUNDLE = /** @type {const} */ ({
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  logLevel: "warning",
});

/**
 * Bundles the programs that run in separate processes: the sandbox, its import, the doctor.
 *
 * @param {string} outdir
 */
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
