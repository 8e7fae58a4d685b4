import { describe, expect, it } from "vitest";
import { importsOf, sourceFiles, type Import, type SourceFile } from "../support/source-files";

interface Module extends SourceFile {
  imports: Import[];
}

const modulesIn = (folder: string): Module[] =>
  sourceFiles(folder).map((file) => ({ ...file, imports: importsOf(file) }));

const app = modulesIn("app");
const server = modulesIn("server");

/** The imports between the product's own modules that break a rule, as readable lines. */
function violations(files: Module[], allowed: (file: Module, imported: Import) => boolean) {
  return files.flatMap((file) =>
    file.imports
      .filter((imported) => imported.own && !allowed(file, imported))
      .map((imported) => `${file.path} -> ${imported.target}`),
  );
}

const inFolder =
  (folder: string) =>
  ({ path }: Module) =>
    path.startsWith(`app/${folder}/`);
const isOneOf = (target: string, folders: string[]) =>
  folders.some((folder) => target.startsWith(`${folder}/`));

/** `app/features/contact/form.tsx` -> `app/features/contact` */
const featureOf = (path: string) => path.split("/").slice(0, 3).join("/");

describe("who may import whom", () => {
  it("lib imports only lib", () => {
    expect(
      violations(app.filter(inFolder("lib")), (_, { target }) => isOneOf(target, ["app/lib"])),
    ).toEqual([]);
  });

  it("content imports only content", () => {
    expect(
      violations(app.filter(inFolder("content")), (_, { target }) =>
        isOneOf(target, ["app/content"]),
      ),
    ).toEqual([]);
  });

  it("ui imports only ui and lib", () => {
    expect(
      violations(app.filter(inFolder("ui")), (_, { target }) =>
        isOneOf(target, ["app/ui", "app/lib"]),
      ),
    ).toEqual([]);
  });

  it("features import ui, content, lib, their own files, the shell, and types of the server", () => {
    const below = ["app/ui", "app/content", "app/lib", "app/features/shell", "app/styles/pages"];
    expect(
      violations(
        app.filter(inFolder("features")),
        (file, { target, typeOnly }) =>
          isOneOf(target, [...below, featureOf(file.path)]) ||
          (typeOnly && isOneOf(target, ["server"])),
      ),
    ).toEqual([]);
  });

  it("nothing imports a route but for the types of its loader", () => {
    expect(
      violations(app, (_, { target, typeOnly }) => typeOnly || !isOneOf(target, ["app/routes"])),
    ).toEqual([]);
  });

  it("the server never imports the app, but for the types of its entry", () => {
    expect(
      violations(server, (_, { target, typeOnly }) => typeOnly || !isOneOf(target, ["app"])),
    ).toEqual([]);
  });

  it("only the sandbox imports the sandbox", () => {
    const others = [...app, ...server].filter(({ path }) => !path.startsWith("server/sandbox/"));
    expect(violations(others, (_, { target }) => !isOneOf(target, ["server/sandbox"]))).toEqual([]);
  });

  it("only the commands of scripts/media are used outside of it", () => {
    const others = modulesIn("scripts").filter(({ path }) => !path.startsWith("scripts/media/"));
    const commands = ["scripts/media/command"];
    expect(
      violations(
        others,
        (_, { target }) => !isOneOf(target, ["scripts/media"]) || commands.includes(target),
      ),
    ).toEqual([]);
  });

  it("a suite of tests imports its own files and tests/support, which imports no suite", () => {
    const suites = ["architecture", "e2e", "engines", "integration", "unit"];
    const suiteOf = (path: string) => path.split("/")[1] ?? "";
    expect(
      violations(
        modulesIn("tests"),
        ({ path }, { target }) =>
          !isOneOf(
            target,
            suites.map((suite) => `tests/${suite}`),
          ) || suiteOf(target) === suiteOf(path),
      ),
    ).toEqual([]);
  });

  it("only the connection module knows the Redis client", () => {
    const users = [...app, ...server].filter(({ imports }) =>
      imports.some(({ target }) => target === "ioredis"),
    );
    expect(users.map(({ path }) => path)).toEqual([
      "server/redis/connection.server.ts",
      "server/redis/redis-url.server.ts",
      "server/redis/redis.server.ts",
      "server/redis/subscriptions.server.ts",
    ]);
  });

  it("main.js imports nothing of the product but the build", () => {
    const main = server.filter(({ path }) => path === "server/main.js");
    expect(main).toHaveLength(1);
    expect(violations(main, (_, { typeOnly }) => typeOnly)).toEqual([]);
  });
});

describe("what reaches the browser", () => {
  it("server files that the app reaches are *.server, which Remix keeps out of the browser's bundle", () => {
    const reachable = new Set<string>();
    const visit = (file: Module): void =>
      file.imports
        .filter(({ own, typeOnly, target }) => own && !typeOnly && target.startsWith("server/"))
        .forEach(({ target }) => {
          if (reachable.has(target)) return;
          reachable.add(target);
          server.filter(({ path }) => path.startsWith(`${target}.`)).forEach(visit);
        });
    app.forEach(visit);
    expect(reachable.size).toBeGreaterThan(0);
    expect([...reachable].filter((target) => !target.endsWith(".server"))).toEqual([]);
  });
});
