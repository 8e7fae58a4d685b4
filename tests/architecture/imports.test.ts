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
const suiteOf = (path: string) =>
  /^tests\/(architecture|e2e|engines|integration|unit)\//.exec(path)?.[0];

/** What a module may import, by the folder that it stands in, or by what it imports. */
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
      /^app\/(ui|content|lib|features\/shell|styles\/pages)\//.test(to) ||
      to.startsWith(featureOf(from)) ||
      (typeOnly && to.startsWith("server/")),
  },
  "the dashboard's screens know nothing of each other": {
    of: /^app\/features\/dashboard\/(fleet|status|trips)\//,
    allowed: ({ from, to }) =>
      !/^app\/features\/dashboard\/(fleet|status|trips)\//.test(to) || roomOf(to) === roomOf(from),
  },
  "nothing imports a route but for the types of its loader": {
    of: /^app\//,
    allowed: ({ to, typeOnly }) => typeOnly || !to.startsWith("app/routes/"),
  },
  "the server never imports the app, but for the types of its entry": {
    of: /^server\//,
    allowed: ({ to, typeOnly }) => typeOnly || !to.startsWith("app/"),
  },
  "only the sandbox imports the sandbox": {
    of: /^(app|server\/(?!sandbox\/))/,
    allowed: ({ to }) => !to.startsWith("server/sandbox/"),
  },
  "nothing imports the package in scripts/media": {
    of: /^(app|server|tests|scripts\/(?!media\/))/,
    allowed: ({ to }) => !to.startsWith("scripts/media/"),
  },
  "a suite of tests imports its own files and tests/support, which imports no suite": {
    of: /^tests\//,
    allowed: ({ from, to }) => [undefined, suiteOf(from)].includes(suiteOf(to)),
  },
  "main.js imports nothing of the product but the build": {
    of: /^server\/main\.js$/,
    allowed: ({ typeOnly }) => typeOnly,
  },
};

it.each(Object.entries(RULES))("%s", (_, { of, allowed }) => {
  const concerned = edges.filter(({ from }) => of.test(from));
  expect(
    concerned.filter((edge) => !allowed(edge)).map(({ from, to }) => `${from} -> ${to}`),
  ).toEqual([]);
});

it("only server/redis knows the Redis client", () => {
  const users = packages.filter(
    ({ from, to, typeOnly }) => to === "ioredis" && !typeOnly && /^(app|server)\//.test(from),
  );
  expect(users.length).toBeGreaterThan(0);
  expect(users.filter(({ from }) => !from.startsWith("server/redis/"))).toEqual([]);
});

/** What throws, or does nothing, where Remix's router is not there. */
const NEEDS_ROUTER =
  /\b(?:useFetchers?|useNavigate|useRevalidator|useSubmit|useBlocker|clientLoader|clientAction)\b|<(?:Form|Link|NavLink|Await)\b|<ButtonLink[^>]*\sto=/;

it("pages that are hydrated without Remix's router use nothing that needs it", () => {
  const files = new Map(sourceFiles("app").map(({ path, text }) => [path, text]));
  const pathOf = (module: string) =>
    [".tsx", ".ts"].map((end) => module + end).find((path) => files.has(path)) ?? module;
  const unrouted = /^app\/features\/shell\/(?:unrouted|form)-page$/;
  const pages = edges.filter(({ to, typeOnly }) => unrouted.test(to) && !typeOnly);
  const reached = new Set(pages.map(({ from }) => from));
  for (const page of reached) {
    for (const { from, to, typeOnly } of edges) {
      if (from === page && !typeOnly && to.startsWith("app/")) reached.add(pathOf(to));
    }
  }
  // It offers both kinds of links.
  reached.delete("app/ui/button.tsx");
  expect(reached.size).toBeGreaterThan(pages.length);
  expect([...reached].filter((path) => NEEDS_ROUTER.test(files.get(path) ?? ""))).toEqual([]);
});

/** The rooms of `server/` from the ground up: a room imports only those before it, so that no circle is possible. */
const ROOMS = [
  ...["process", "resilience", "redis", "upstream", "limits", "session", "cache"],
  ...["dashboard", "deletion", "contact", "referral", "operations", "http"],
];

it("rooms of the server import downwards only, and the sandbox is imported by nobody", () => {
  const roomIn = (path: string) => /^server\/([^/]+)\//.exec(path)?.[1] ?? "";
  const between = edges.filter(
    ({ from, to }) =>
      /^server\/./.test(from) && to.startsWith("server/") && roomIn(from) !== roomIn(to),
  );
  expect(between.length).toBeGreaterThan(0);
  const height = (room: string) => (room === "" ? ROOMS.length : ROOMS.indexOf(room));
  const upwards = between.filter(({ from, to }) =>
    roomIn(from) === "sandbox"
      ? false
      : height(roomIn(to)) < 0 || height(roomIn(to)) > height(roomIn(from)),
  );
  expect(upwards.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

it("at the root of the server stand the process, the one place that puts it together, and what it builds", () => {
  const loose = sourceFiles("server")
    .map(({ path }) => path)
    .filter((path) => path.split("/").length === 2);
  expect(loose.sort()).toEqual([
    "server/boot.server.ts",
    "server/main.js",
    "server/services.server.ts",
  ]);
});

it("server files that the app reaches are *.server, which Remix keeps out of the browser's bundle", () => {
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
