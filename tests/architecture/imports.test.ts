import { expect, it } from "vitest";
import { importsOf, sourceFiles } from "../support/source-files";

interface Edge {
  from: string;
  to: string;
  typeOnly: boolean;
}

const edges: Edge[] = [];
const packages: Edge[] = [];
for (const file of sourceFiles("app", "server", "scripts", "tests")) {
  for (const { target, own, typeOnly } of importsOf(file)) {
    (own ? edges : packages).push({ from: file.path, to: target, typeOnly });
  }
}

/** `app/features/contact/form.tsx` -> `app/features/contact/` */
const featureOf = (path: string) => `${path.split("/").slice(0, 3).join("/")}/`;
/** `app/features/dashboard/trips/paging.tsx` -> `app/features/dashboard/trips` */
const roomOf = (path: string) => path.split("/").slice(0, 4).join("/");
const suiteOf = (path: string) => /^tests\/(architecture|e2e|integration|unit)\//.exec(path)?.[0];

/** Per rule: the modules that it applies to, and the imports that they may have. */
const RULES: Record<string, { of: RegExp; allowed: (edge: Edge) => boolean }> = {
  "lib imports only lib": { of: /^app\/lib\//, allowed: ({ to }) => /^app\/lib\//.test(to) },
  "content imports only content": {
    of: /^app\/content\//,
    allowed: ({ to }) => /^app\/content\//.test(to),
  },
  "ui imports only ui and lib": {
    of: /^app\/ui\//,
    allowed: ({ to }) => /^app\/(ui|lib)\//.test(to),
  },
  "features import ui, content, lib, their own files, the shell, and types of the server": {
    of: /^app\/features\//,
    allowed: ({ from, to, typeOnly }) =>
      /^app\/(ui|content|lib|features\/shell)\//.test(to) ||
      to.startsWith(featureOf(from)) ||
      (typeOnly && to.startsWith("server/")),
  },
  "the dashboard's screens do not import each other": {
    of: /^app\/features\/dashboard\/(fleet|trips)\//,
    allowed: ({ from, to }) =>
      !/^app\/features\/dashboard\/(fleet|trips)\//.test(to) || roomOf(to) === roomOf(from),
  },
  "routes are imported only for the types of their loaders": {
    of: /^app\//,
    allowed: ({ to, typeOnly }) => typeOnly || !to.startsWith("app/routes/"),
  },
  "the server imports only types of the app, and app/lib": {
    of: /^server\//,
    allowed: ({ to, typeOnly }) => typeOnly || !to.startsWith("app/") || to.startsWith("app/lib/"),
  },
  "only the sandbox imports the sandbox": {
    of: /^(app|server\/(?!sandbox\/))/,
    allowed: ({ to }) => !to.startsWith("server/sandbox/"),
  },
  "nothing imports the package in scripts/media": {
    of: /^(app|server|tests|scripts\/(?!media\/))/,
    allowed: ({ to }) => !to.startsWith("scripts/media/"),
  },
  "a test suite imports only its own files and tests/support, which imports no suite": {
    of: /^tests\//,
    allowed: ({ from, to }) => [undefined, suiteOf(from)].includes(suiteOf(to)),
  },
  "main.js imports the product only as a build": {
    of: /^server\/main\.js$/,
    allowed: ({ typeOnly }) => typeOnly,
  },
};

it.each(Object.entries(RULES))("%s", (_, { of, allowed }) => {
  const matchingEdges = edges.filter(({ from }) => of.test(from));
  expect(
    matchingEdges.filter((edge) => !allowed(edge)).map(({ from, to }) => `${from} -> ${to}`),
  ).toEqual([]);
});

it("only server/redis imports the Redis client", () => {
  const importers = packages.filter(
    ({ from, to, typeOnly }) => to === "ioredis" && !typeOnly && /^(app|server)\//.test(from),
  );
  expect(importers.length).toBeGreaterThan(0);
  expect(importers.filter(({ from }) => !from.startsWith("server/redis/"))).toEqual([]);
});

/** The folders of `server/`, lowest first: a folder imports only folders before it, so cycles are impossible. */
const ROOMS = [
  ...["process", "resilience", "redis", "upstream", "limits", "session", "cache"],
  ...["dashboard", "deletion", "contact", "referral", "operations", "http"],
];

it("folders of the server import only lower folders, and nothing imports the sandbox", () => {
  const roomIn = (path: string) => /^server\/([^/]+)\//.exec(path)?.[1] ?? "";
  const crossings = edges.filter(
    ({ from, to }) =>
      /^server\/./.test(from) && to.startsWith("server/") && roomIn(from) !== roomIn(to),
  );
  expect(crossings.length).toBeGreaterThan(0);
  const height = (room: string) => (room === "" ? ROOMS.length : ROOMS.indexOf(room));
  const upwards = crossings.filter(({ from, to }) =>
    roomIn(from) === "sandbox"
      ? false
      : height(roomIn(to)) < 0 || height(roomIn(to)) > height(roomIn(from)),
  );
  expect(upwards.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

it("the root of server/ contains only the process, the composition root and its services", () => {
  const rootFiles = sourceFiles("server")
    .map(({ path }) => path)
    .filter((path) => path.split("/").length === 2);
  expect(rootFiles.sort()).toEqual([
    "server/boot.server.ts",
    "server/main.js",
    "server/services.server.ts",
  ]);
});

it("server files that the app imports are *.server, which Remix keeps out of the browser's bundle", () => {
  const reached = new Set<string>();
  const follow = (isFrom: (path: string) => boolean): void => {
    for (const { from, to, typeOnly } of edges) {
      if (typeOnly || !to.startsWith("server/") || reached.has(to) || !isFrom(from)) continue;
      reached.add(to);
      follow((path) => path.startsWith(`${to}.`));
    }
  };
  follow((path) => path.startsWith("app/"));
  expect(reached.size).toBeGreaterThan(0);
  expect([...reached].filter((target) => !target.endsWith(".server"))).toEqual([]);
});
