import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import remixOptions from "./remix.config.js";
import { clientChunk } from "./scripts/client-chunk";
import { devEntry } from "./scripts/dev-entry";
import { pageSheets } from "./scripts/page-sheets";
import { routerApart } from "./scripts/router-apart";

// With single fetch, components get loader data with unchanged types (dates stay dates).
declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}

const folder = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));

/** Folder of the new build, which replaces the existing build when it is complete; see `scripts/build.js`. */
const buildDirectory = process.env.BUILD_DIRECTORY ?? "build";

/** Writes the final folder of the assets, instead of the temporary one, into the build, where remix-serve reads it. */
const finalAssetsFolder: Plugin = {
  name: "stands-in-build",
  transform: (code, id) =>
    id === "\0virtual:remix/server-build"
      ? code.replace(`"${buildDirectory}/client"`, '"build/client"')
      : null,
};

/**
 * Removes Vite's preload of a lazy module's imports, which pages here have loaded already; saves 0.4 KB per page. The
 * preload would also load a lazy module's style sheet, so such a module has to link its sheet itself.
 */
const plainLazyImports: Plugin = {
  name: "plain-late-imports",
  enforce: "pre",
  apply: "build",
  load: (id) =>
    id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null,
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk" || !chunk.isDynamicEntry || chunk.isEntry) continue;
      const sheets = [...(chunk.viteMetadata?.importedCss ?? [])];
      if (sheets.length > 0)
        this.error(`${chunk.fileName} is late, and nothing links ${sheets.join()}`);
    }
  },
};

/** Allows entries further exports. Otherwise a route that other modules import from would become two files. */
const oneFilePerRoute: Plugin = {
  name: "one-file-a-route",
  enforce: "post",
  config: (_config, { isSsrBuild }) =>
    isSsrBuild ? {} : { build: { rollupOptions: { preserveEntrySignatures: "allow-extension" } } },
};

export default defineConfig(({ isSsrBuild }) => ({
  // The Remix plugin rewrites modules for its own dev server and has no place in unit tests.
  plugins: [
    pageSheets(folder("app")),
    tailwindcss(),
    !process.env.VITEST && [
      devEntry(),
      remix({ ...remixOptions, buildDirectory }),
      finalAssetsFolder,
      routerApart(),
      plainLazyImports,
      oneFilePerRoute,
    ],
  ],
  // Bundled at the start. When the development server finds a package later, it bundles again, and an open page has two
  // copies of React. Vite scans `entries` for packages; `include` lists those that are imported lazily.
  optimizeDeps: {
    entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/*.tsx"],
    include: [
      "framer-motion",
      "framer-motion/m",
      "swiper",
      "@remix-run/react/dist/esm/errors.js",
      "@remix-run/react/dist/esm/single-fetch.js",
    ],
  },
  resolve: {
    // nivo imports single functions of lodash. From lodash-es a bundler keeps only the used functions.
    alias: { "~": folder("app"), server: folder("server"), lodash: "lodash-es" },
  },
  ssr: {
    noExternal: isSsrBuild ? ["framer-motion", "motion-dom", "motion-utils"] : [],
  },
  esbuild: { legalComments: "none" },
  build: {
    // Files in public/ are served from there with a short `max-age`; only hashed assets are immutable.
    copyPublicDir: false,
    assetsInlineLimit: 0,
    // The cascade layers and container queries of the style sheets need newer browsers than this target.
    target: "es2022",
    modulePreload: { resolveDependencies: () => [] },
    // With terser the client's scripts are 3 % smaller than with esbuild.
    minify: isSsrBuild ? "esbuild" : "terser",
    terserOptions: { format: { comments: false } },
    rollupOptions: isSsrBuild
      ? {}
      : { output: { manualChunks: clientChunk, onlyExplicitManualChunks: true } },
  },
  test: {
    include: ["tests/{unit,architecture,integration}/**/*.test.{ts,tsx}"],
    // More workers than cores on small machines, because tests spend much time waiting for a server.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    maxConcurrency: 3,
    // The files of a worker share modules and servers. Loading both again for each file takes longer than the tests.
    isolate: false,
    setupFiles: [folder("tests/support/undo.ts")],
    // A test must not see the mock calls of an earlier test.
    clearMocks: true,
    // Generous timeouts: a test must not fail because servers start late on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
}));
