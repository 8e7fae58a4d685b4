import { rename, rm } from "node:fs/promises";
import { build } from "esbuild";
import { NODE_BUNDLE } from "./node-bundle.js";

/**
 * Sets production mode whatever the environment says: with another `NODE_ENV` remix-serve would show stack traces to
 * visitors. Defines `require`, which an ES module lacks, for CommonJS packages that load Node's modules with it.
 */
const BANNER = `
process.env.NODE_ENV = "production";
import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);`;

/**
 * Bundles the packages that the server uses into Remix's server build. Loading them as 650 files would take as long as
 * the rest of the start. The bundle is one file, so that code which is loaded lazily is still available when another
 * build has replaced this one.
 *
 * @param {string} folder of Remix's build
 */
export async function bundleServer(folder) {
  const server = `${folder}/server`;
  const bundled = `${folder}/bundled`;
  await build({
    ...NODE_BUNDLE,
    packages: "bundle",
    entryPoints: { index: `${server}/index.js` },
    outdir: bundled,
    banner: { js: BANNER },
    // Selects React's production code.
    define: { "process.env.NODE_ENV": '"production"' },
    // Remix's build still contains side-effect imports of modules that have no side effects.
    logOverride: { "ignored-bare-import": "silent" },
  });
  await rm(server, { recursive: true });
  await rename(bundled, server);
}
