import { execSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { CALM, startBuiltServer, WITHOUT_UPSTREAM } from "../support/built-server";
import { freePort } from "../support/free-port";
import { rawRequest } from "../support/raw-request";

const folder = fs.mkdtempSync(join(tmpdir(), "pulse-first-start-"));
const [clone, modules, shims, log] = ["clone", "modules", "shims", "log"].map((name) =>
  join(folder, name),
) as [string, string, string, string];
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const REMIX = ".bin/remix";
const RECORD = ".package-lock.json";

/** What a fresh clone has that the start, the installation and the build look at. */
const SOURCES = [
  ...["app", "public", "scripts", "server", "package.json", "package-lock.json"],
  ...["remix.config.js", "tsconfig.json", "vite.config.ts"],
];

function link(...names: string[]): void {
  for (const name of names) {
    const target = join(modules, name);
    if (!fs.existsSync(target)) fs.symlinkSync(resolve("node_modules", name), target);
  }
}

// The clone's fake npm installs by linking these packages, and its fake Remix builds nothing. Both log their calls.
beforeAll(() => {
  for (const name of SOURCES) fs.cpSync(name, join(clone, name), { recursive: true });
  fs.mkdirSync(dirname(join(modules, REMIX)), { recursive: true });
  for (const scope of ["", "@remix-run"]) {
    link(...fs.readdirSync(join("node_modules", scope)).map((name) => join(scope, name)));
  }
  fs.writeFileSync(
    join(modules, REMIX),
    `require("node:fs").appendFileSync(${JSON.stringify(log)}, "build for " + process.env.NODE_ENV + "\\n"); process.exit(7);`,
  );
  fs.mkdirSync(shims);
  const npm = `#!/bin/sh\necho "npm $*" >> "${log}"\nln -sfn "${modules}" node_modules\n`;
  fs.writeFileSync(join(shims, "npm"), npm, { mode: 0o755 });
});

const env = {
  ...WITHOUT_UPSTREAM,
  NODE_ENV: "development" as const, // must make no difference
  NODE_OPTIONS: CALM,
  HOME: process.env.HOME,
  PATH: `${shims}:${process.env.PATH}`,
};

const npm = execSync("command -v npm", { encoding: "utf8" }).trim();

/**
 * Runs `npm start` where it fails, otherwise what it runs before the server.
 *
 * @returns the logged calls, and the exit status
 */
function prepare(fails: boolean) {
  fs.writeFileSync(log, "");
  const [command, args] = fails
    ? [npm, ["start"]]
    : [process.execPath, ["scripts/prepare.js", "build"]];
  const stdio = ["ignore", "pipe", "inherit"] as const;
  const options = { cwd: clone, env, stdio: [...stdio] };
  const { status } = spawnSync(command, args, options);
  const calls = fs.readFileSync(log, "utf8").trim().split("\n").filter(Boolean);
  return { calls, status };
}

/** Runs `npm start`. Resolves with a page of the server that it starts. */
async function start(): Promise<string> {
  const PORT = String(await freePort());
  const child = spawn(npm, ["start"], {
    cwd: clone,
    env: { ...env, PORT },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const exited = once(child, "exit");
  let page = "";
  for await (const line of createInterface(child.stdout)) {
    if (!line.includes(" is ready at ")) continue;
    page = (await rawRequest(`http://127.0.0.1:${PORT}`, "/pulsescout/dashboard?tab=trip")).body;
    process.kill(-Number(child.pid), "SIGKILL");
  }
  await exited;
  return page;
}

const INSTALL = "npm ci --include=dev";
const BUILD = "build for production";

/** What happens to the clone, one after the other; what `npm start` does then, and with which status. */
const events: [what: string, happens: () => void, calls: string[], status: number][] = [
  ["nothing is installed and the build fails", () => undefined, [INSTALL, BUILD], 7],
  [
    "everything was done before",
    () => fs.cpSync("build", join(clone, "build"), { recursive: true }),
    [],
    0,
  ],
  ["a package is missing", () => fs.rmSync(join(modules, "swiper")), [INSTALL], 0],
  [
    "a source has changed",
    () => {
      // npm writes its record last, so an interrupted installation leaves none.
      expect(fs.existsSync(join(modules, RECORD))).toBe(false);
      link("swiper", RECORD);
      fs.appendFileSync(join(clone, "app/root.tsx"), "\n");
    },
    [BUILD],
    7,
  ],
  [
    "the lock file has changed",
    () => {
      const file = join(clone, "package-lock.json");
      const text = fs.readFileSync(file, "utf8");
      fs.writeFileSync(file, text.replace('"version": "18.3.1"', '"version": "18.3.2"'));
    },
    [INSTALL, BUILD],
    7,
  ],
];

it("npm start installs and builds when it must, and only then", async () => {
  for (const [what, happens, calls, status] of events) {
    happens();
    expect([what, prepare(status !== 0)]).toEqual([what, { calls, status }]);
    if (calls.length === 0) expect(await start()).toContain("Trip Summary");
  }
});

it("the development server uses the product's HTTP layer from the first request on", async () => {
  const server = await startBuiltServer({
    env: { ...WITHOUT_UPSTREAM, NODE_ENV: "development" },
    instead: { command: [process.execPath, "scripts/dev.js"], cwd: "." },
  });
  onTestFinished(() => server.kill());
  const { status, headers, body } = await rawRequest(server.url, "/robots.txt");
  expect([status, body]).toEqual([200, expect.stringContaining("Sitemap: ")]);
  expect(headers["x-request-id"]).toMatch(/^[0-9a-f]{16}$/);
});
