import { build } from "esbuild";
import { NODE_BUNDLE } from "./node-bundle.js";
import { withProjectLock } from "./project-lock.js";

/** Bundles the tools into the existing build, under a lock, because other processes may do the same. */
export const ensureTools = () => withProjectLock(() => buildTools("build/tools"));

/**
 * Bundles the programs that run in separate processes: the sandbox, its import, the doctor.
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
