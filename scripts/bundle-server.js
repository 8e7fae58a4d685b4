import { rename, rm } from "node:fs/promises";
import { build } from "esbuild";
import { NODE_BUNDLE } from "./node-bundle.js";

/**
 * The build is one for production, whatever the environment says: with another `NODE_ENV` remix-serve would show stacks
 * to visitors. Packages in CommonJS require modules of Node, which an ES module does not let them.
 */
const BANNER = `
process.env.NODE_ENV = "production";
import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);`;

/**
 * Bundles the packages that the server uses into what Remix has built of it. Loading them as 650 files takes as long as
 * all else that a start does. The bundle is one file: whatever it loads late is there, too, when another build has
 * taken its place.
 *
 * @param {string} folder where Remix has built
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
    // React is the one for production, as the build is.
    define: { "process.env.NODE_ENV": '"production"' },
    // Remix leaves imports for their side effects alone that have none.
    logOverride: { "ignored-bare-import": "silent" },
  });
  await rm(server, { recursive: true });
  await rename(bundled, server);
}
