import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import remixOptions from "./remix.config.js";

// With single fetch, components get loader data with unchanged types (dates stay dates).
declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}

const folder = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));

/** Packages that every page needs. */
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run)\/|vite\/preload-helper/;

/** Modules that most pages share, and small texts; all but those that write figures, which only the dashboard does. */
const SHELL =
  /app\/(lib(?!\/format-metric)|features\/shell|ui(?!\/chart|\/figure-text)|content\/(articles|films|scout)\.)|node_modules\/(lucide-react|react-hot-toast)\//;

/** Assigns a module to a file. By default every module that two pages share is one, and a page loads 44 of them. */
function clientChunk(id: string): string | undefined {
  if (FRAMEWORK.test(id)) return "framework";
  if (SHELL.test(id)) return "shell";
  return /app\/features\/(dashboard|deletion)\//.exec(id)?.[1];
}

/** Packages of many small modules, which the server reads faster as a part of its build. */
const BUNDLED = [
  ...["framer-motion", "motion-dom", "motion-utils", "lucide-react"],
  ...["jose", "lru-cache", "p-limit", "yocto-queue", "remix-toast", "zod"],
];

/** The plugins of the build and the development server. Tests need none, and loading these takes seconds. */
async function pluginsOf(isSsrBuild = false) {
  const [{ vitePlugin: remix }, { default: tailwindcss }, { compression }] = await Promise.all([
    import("@remix-run/dev"),
    import("@tailwindcss/vite"),
    import("vite-plugin-compression2"),
  ]);
  return [tailwindcss(), remix(remixOptions), !isSsrBuild && compression({ logLevel: "silent" })];
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [process.env.VITEST ? [] : pluginsOf(isSsrBuild)],
  // Bundled at the start. When the development server finds a package later, it bundles again, and an open page has two
  // copies of React. Vite scans `entries` for packages.
  optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/*.tsx"] },
  resolve: {
    // nivo imports single functions of lodash. From lodash-es a bundler keeps only the used functions.
    alias: { "~": folder("app"), server: folder("server"), lodash: "lodash-es" },
  },
  ssr: { noExternal: isSsrBuild ? BUNDLED : [] },
  esbuild: { legalComments: "none" },
  build: {
    // Files in public/ are served from there with a short `max-age`; only hashed assets are immutable.
    copyPublicDir: false,
    assetsInlineLimit: 0,
    // The cascade layers and container queries of the style sheets need newer browsers than this target.
    target: "es2022",
    // Lowers `light-dark()` for the oldest browsers that Tailwind 4 supports.
    cssMinify: "lightningcss",
    cssTarget: ["chrome111", "firefox128", "safari16.4"],
    rollupOptions: {
      output: isSsrBuild ? {} : { manualChunks: clientChunk },
      // zod's comments mention an annotation where Rollup reads none.
      onwarn: (warning, warn) => warning.code !== "INVALID_ANNOTATION" && warn(warning),
    },
  },
  test: {
    include: ["tests/{unit,architecture,integration}/**/*.test.{ts,tsx}"],
    reporters: ["default", folder("tests/support/name-failures.ts")],
    // Each worker imports the modules and starts the shared servers again, and the servers need processors, too.
    maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
    maxConcurrency: 3,
    // The files of a worker share modules and servers. Loading both again for each file takes longer than the tests.
    isolate: false,
    setupFiles: [folder("tests/support/test-setup.ts")],
    // A test must not see the mock calls of an earlier test.
    clearMocks: true,
    // Generous timeouts: a test must not fail because servers start late on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
}));
