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
const screenOf = (path: string) => /^app\/features\/dashboard\/(fleet|trips)\//.exec(path)?.[0];
const suiteOf = (path: string) => /^tests\/(architecture|e2e|integration|unit)\//.exec(path)?.[0];

/** Rules for the modules whose path matches: the imports of the product's modules that they may have. */
const RULES: [name: string, of: RegExp, allowed: (edge: Edge) => boolean][] = [
  ["lib imports only lib", /^app\/lib\//, ({ to }) => /^app\/lib\//.test(to)],
  ["content imports only content", /^app\/content\//, ({ to }) => /^app\/content\//.test(to)],
  ["ui imports only ui and lib", /^app\/ui\//, ({ to }) => /^app\/(ui|lib)\//.test(to)],
  [
    "features import ui, content, lib, their own files, the shell, and types of the server",
    /^app\/features\//,
    ({ from, to, typeOnly }) =>
      /^app\/(ui|content|lib|features\/shell)\//.test(to) ||
      to.startsWith(featureOf(from)) ||
      (typeOnly && to.startsWith("server/")),
  ],
  [
    "the dashboard's screens do not import each other",
    /^app\/features\/dashboard\/(fleet|trips)\//,
    ({ from, to }) => [undefined, screenOf(from)].includes(screenOf(to)),
  ],
  [
    "routes are imported only for the types of their loaders",
    /^app\//,
    ({ to, typeOnly }) => typeOnly || !to.startsWith("app/routes/"),
  ],
  [
    "the server imports only types of the app, and app/lib",
    /^server\//,
    ({ to, typeOnly }) => typeOnly || !to.startsWith("app/") || to.startsWith("app/lib/"),
  ],
  [
    "a test suite imports only its own files and tests/support, which imports no suite",
    /^tests\//,
    ({ from, to }) => [undefined, suiteOf(from)].includes(suiteOf(to)),
  ],
];

it.each(RULES)("%s", (_, of, allowed) => {
  const forbidden = edges.filter((edge) => of.test(edge.from) && !allowed(edge));
  expect(forbidden.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

it("only server/redis imports the Redis client", () => {
  const importers = packages.filter(({ to, typeOnly }) => to === "ioredis" && !typeOnly);
  const outside = importers.filter(({ from }) => !/^(tests|server\/redis)\//.test(from));
  expect(outside).toEqual([]);
});

/** The folders of `server/`, lowest first: a folder imports only folders before it, so cycles are impossible. */
const ROOMS = [
  ...["process", "redis", "upstream", "limits", "session", "cache"],
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
