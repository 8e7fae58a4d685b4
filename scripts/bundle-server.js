import { rename, rm } from "node:fs/promises";
import { build } from "esbuild";
import { NODE_BUNDLE } from "./node-bundle.js";

const SERVER = "build/server";
const BUNDLED = "build/bundled";

/** Packages in CommonJS require modules of Node, which an ES module does not let them. */
const REQUIRE =
  'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);';

/**
 * Bundles the packages that the server uses into what Remix has built of it. Loading them as 650 files takes as long as
 * all else that a start does.
 */
export async function bundleServer() {
  await build({
    ...NODE_BUNDLE,
    packages: "bundle",
    splitting: true,
    entryPoints: { index: `${SERVER}/index.js` },
    chunkNames: "assets/[name]-[hash]",
    outdir: BUNDLED,
    banner: { js: REQUIRE },
    // React is the one for production, as the build is.
    define: { "process.env.NODE_ENV": '"production"' },
    // Remix leaves imports for their side effects alone that have none.
    logOverride: { "ignored-bare-import": "silent" },
  });
  await rm(SERVER, { recursive: true });
  await rename(BUNDLED, SERVER);
}
