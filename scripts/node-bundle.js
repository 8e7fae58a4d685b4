import { pathToFileURL } from "node:url";

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
 * Bundles a program in TypeScript, which may share modules with the product, and runs it in this process.
 *
 * @param {string} name of its bundle
 * @param {string} entry its file
 */
export async function runTypeScript(name, entry) {
  // Imported late, because esbuild may just have been installed.
  const { build } = await import("esbuild");
  const outdir = "build/tools";
  await build({ ...NODE_BUNDLE, entryPoints: { [name]: entry }, outdir });
  await import(pathToFileURL(`${outdir}/${name}.js`).href);
}
