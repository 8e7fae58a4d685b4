import { build } from "esbuild";
import { NODE_BUNDLE } from "./node-bundle.js";
import { withProjectLock } from "./project-lock.js";

/** Bundles the tools into the standing build, where other processes may do so, too. */
export const ensureTools = () => withProjectLock(() => buildTools("build/tools"));

/**
 * Bundles what runs beside the product in processes of its own: the sandbox, its import, the doctor.
 *
 * @param {string} outdir
 */
export async function buildTools(outdir) {
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
