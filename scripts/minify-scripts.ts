import { minify } from "@swc/core";
import type { Plugin } from "vite";

/** Minifies the scripts that browsers get: smaller than terser leaves them, in a tenth of its time. */
export function minifyScripts(): Plugin {
  return {
    name: "minify-scripts",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    renderChunk: {
      // After Vite's own, which prints a script anew.
      order: "post",
      handler: (code) =>
        minify(code, {
          compress: { passes: 3 },
          ecma: 2022,
          format: { comments: false },
          mangle: true,
          module: true,
        }),
    },
  };
}
