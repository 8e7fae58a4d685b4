import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import remixOptions from "./remix.config.js";
import { checkedContent } from "./scripts/content/checked-content";
import { clientChunk } from "./scripts/client-chunk";
import { devEntry } from "./scripts/dev-entry";
import { pageSheets } from "./scripts/page-sheets";
import { licenseNotices } from "./scripts/license-notices";

const folder = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));

export default defineConfig(({ isSsrBuild }) => ({
  // The Remix plugin rewrites modules for its own dev server and has no place in unit tests.
  plugins: [
    checkedContent(),
    pageSheets(folder("app")),
    licenseNotices(),
    tailwindcss(),
    !process.env.VITEST && [devEntry(), remix(remixOptions)],
  ],
  // Fetched late by the pages; known from the start, so that the development server need not reload.
  optimizeDeps: { include: ["framer-motion", "framer-motion/m", "swiper"] },
  resolve: { alias: { "~": folder("app"), server: folder("server") } },
  esbuild: { legalComments: "none" },
  build: {
    // Files in public/ are served from there with a short life; only hashed assets are immutable.
    copyPublicDir: false,
    assetsInlineLimit: 0,
    // What the style sheets' cascade layers and queries ask for is newer than that.
    target: "es2022",
    // A tenth of the framework's weight less than esbuild leaves.
    minify: isSsrBuild ? "esbuild" : "terser",
    terserOptions: { compress: { passes: 3 }, format: { comments: false } },
    rollupOptions: isSsrBuild
      ? {}
      : { output: { manualChunks: clientChunk, onlyExplicitManualChunks: true } },
  },
  test: {
    include: ["tests/{unit,architecture,integration}/**/*.test.{ts,tsx}"],
    // On two cores too: much of a test's time is waiting for a server.
    maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
    maxConcurrency: 3,
    // Patience proves nothing and costs nothing: on a busy machine servers start late.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}));
