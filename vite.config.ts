import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import remixOptions from "./remix.config.js";
import { checkedContent } from "./scripts/content/checked-content";
import { compiledCatalogues } from "./scripts/content/compiled-catalogues";
import { clientChunk } from "./scripts/client-chunk";
import { devEntry } from "./scripts/dev-entry";
import { licenseNotices } from "./scripts/license-notices";
import { pageSheets } from "./scripts/page-sheets";
import { routerApart } from "./scripts/router-apart";
import { usedIcons } from "./scripts/used-icons";

// With single fetch on, loaders' types reach the components as they are (dates stay dates).
declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}

const folder = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));

/** A build is made beside the standing one, whose place it takes when it is whole; see `scripts/build.js`. */
const buildDirectory = process.env.BUILD_DIRECTORY ?? "build";

/** remix-serve is told by the build where the scripts and styles are: where they will be. */
const standsInBuild: Plugin = {
  name: "stands-in-build",
  transform: (code, id) =>
    id === "\0virtual:remix/server-build"
      ? code.replace(`"${buildDirectory}/client"`, '"build/client"')
      : null,
};

/**
 * Vite preloads what a late module imports, which pages here have fetched before. Without that each page has 0.4 KB less.
 * It would bring a late module's style sheet, too: such a module has to link it by itself.
 */
const plainLateImports: Plugin = {
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

/** Remix asks for entries with its own exports alone, which makes a second file of every route that others import from. */
const oneFileARoute: Plugin = {
  name: "one-file-a-route",
  enforce: "post",
  config: (_config, { isSsrBuild }) =>
    isSsrBuild ? {} : { build: { rollupOptions: { preserveEntrySignatures: "allow-extension" } } },
};

export default defineConfig(({ isSsrBuild }) => ({
  // The Remix plugin rewrites modules for its own dev server and has no place in unit tests.
  plugins: [
    checkedContent(),
    compiledCatalogues(),
    pageSheets(folder("app")),
    licenseNotices(),
    usedIcons(folder("app")),
    tailwindcss(),
    !process.env.VITEST && [
      devEntry(),
      remix({ ...remixOptions, buildDirectory }),
      standsInBuild,
      routerApart(),
      plainLateImports,
      oneFileARoute,
    ],
  ],
  // Known from the start: what the development server finds on the way it bundles anew, and the page that is open has two
  // Reacts. Vite looks through the entries; the rest is fetched late.
  optimizeDeps: {
    entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/*.tsx"],
    include: [
      "framer-motion",
      "framer-motion/m",
      "swiper",
      "web-vitals",
      "@remix-run/react/dist/esm/errors.js",
      "@remix-run/react/dist/esm/single-fetch.js",
    ],
  },
  resolve: {
    // nivo asks for single functions of lodash; a bundler keeps the used parts of its modules alone.
    alias: { "~": folder("app"), server: folder("server"), lodash: "lodash-es" },
  },
  // Bundled, the server holds the icons that pages show; from the package it would load all of them.
  ssr: {
    noExternal: isSsrBuild ? ["lucide-react", "framer-motion", "motion-dom", "motion-utils"] : [],
  },
  esbuild: { legalComments: "none" },
  build: {
    // Files in public/ are served from there with a short life; only hashed assets are immutable.
    copyPublicDir: false,
    assetsInlineLimit: 0,
    // What the style sheets' cascade layers and queries ask for is newer than that.
    target: "es2022",
    modulePreload: { resolveDependencies: () => [] },
    // Scripts that browsers fetch weigh 3 % less than with esbuild.
    minify: isSsrBuild ? "esbuild" : "terser",
    terserOptions: { format: { comments: false } },
    rollupOptions: isSsrBuild
      ? {}
      : { output: { manualChunks: clientChunk, onlyExplicitManualChunks: true } },
  },
  test: {
    include: ["tests/{unit,architecture,integration}/**/*.test.{ts,tsx}"],
    // More than cores on small machines: much of a test's time is waiting for a server.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    maxConcurrency: 3,
    // The files of a worker share modules and servers; loading both anew for each costs more than the tests.
    isolate: false,
    setupFiles: [folder("tests/support/undo.ts")],
    // What a test has called is no matter of the next.
    clearMocks: true,
    // Patience proves nothing and costs nothing: on a busy machine servers start late.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
}));
