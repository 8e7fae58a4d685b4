import { execFileSync, execSync, spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../support/free-port";
import { rawRequest } from "../support/raw-request";

const folder = fs.mkdtempSync(join(tmpdir(), "pulse-first-start-"));
const [clone, modules, shims, log] = ["clone", "modules", "shims", "log"].map((name) =>
  join(folder, name),
) as [string, string, string, string];
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const REMIX = ".bin/remix";
const RECORD = ".package-lock.json";

/** The files of a fresh clone of this work tree, without tests and documents. */
function sources(): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const names = execFileSync("git", args, { encoding: "utf8" }).split("\0");
  return names.filter((name) => !/^(tests|docs)\/|^$/.test(name) && fs.existsSync(name));
}

function link(name: string): void {
  const target = join(modules, name);
  if (!fs.existsSync(target)) fs.symlinkSync(resolve("node_modules", name), target);
}

type Packages = Record<string, { dev?: boolean; os?: string[] }>;

function changeRecord(change: (packages: Packages) => Packages): void {
  const file = join(modules, RECORD);
  const record = JSON.parse(fs.readFileSync(file, "utf8")) as { packages: Packages };
  fs.rmSync(file); // a symlink, whose target must not change
  fs.writeFileSync(file, JSON.stringify({ ...record, packages: change(record.packages) }));
}

// The clone's fake npm installs by linking these packages, and its fake Remix builds nothing. Both log their calls.
beforeAll(() => {
  for (const name of sources()) {
    fs.cpSync(name, join(clone, name));
  }
  fs.mkdirSync(dirname(join(modules, REMIX)), { recursive: true });
  for (const scope of ["", "@remix-run"]) {
    for (const name of fs.readdirSync(join("node_modules", scope))) {
      link(join(scope, name));
    }
  }
  fs.writeFileSync(
    join(modules, REMIX),
    `require("node:fs").appendFileSync(${JSON.stringify(log)}, "build for " + process.env.NODE_ENV + "\\n"); process.exit(7);`,
  );
  fs.mkdirSync(shims);
  const npm = `#!/bin/sh\necho "npm $*" >> "${log}"\nln -sfn "${modules}" node_modules\n`;
  fs.writeFileSync(join(shims, "npm"), npm);
  fs.chmodSync(join(shims, "npm"), 0o755);
});

/** Runs `npm start`. Resolves with the logged calls, the page it serves, and the status if it exits first. */
async function start() {
  fs.writeFileSync(log, "");
  const port = String(await freePort());
  const npm = execSync("command -v npm", { encoding: "utf8" }).trim();
  const child = spawn(npm, ["start"], {
    cwd: clone,
    env: {
      NODE_ENV: "development", // must make no difference
      HOME: process.env.HOME,
      PATH: `${shims}:${process.env.PATH}`,
      PORT: port,
    },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const exited = once(child, "exit");
  let page = "";
  for await (const line of createInterface(child.stdout)) {
    if (!line.includes(" is ready at ")) continue;
    page = (await rawRequest(`http://127.0.0.1:${port}`, "/pulsescout/dashboard?tab=trip")).body;
    process.kill(-Number(child.pid), "SIGKILL");
  }
  const [status] = (await exited) as [number | null];
  return { calls: fs.readFileSync(log, "utf8").trim().split("\n"), status, page };
}

describe("npm start in a fresh clone", { shuffle: false }, () => {
  it("installs the locked packages, builds, and stops when the build fails", async () => {
    expect(await start()).toEqual({
      calls: ["npm ci --include=dev", "build for production"],
      status: 7,
      page: "",
    });
  });

  it("serves, and neither installs nor builds, when both have been done", async () => {
    fs.cpSync("build", join(clone, "build"), { recursive: true });
    const { calls, page } = await start();
    expect(calls).toEqual([""]);
    expect(page).toContain("Trip Summary");
  });

  it("installs when a package is missing", async () => {
    fs.rmSync(join(modules, "swiper"));
    const { calls, page } = await start();
    expect(calls).toEqual(["npm ci --include=dev"]);
    expect(page).toContain("Trip Summary");
    // npm writes its record last, so an interrupted installation leaves none.
    expect(fs.existsSync(join(modules, RECORD))).toBe(false);
    for (const name of ["swiper", RECORD]) link(name);
  });

  it("serves an existing build after development packages were removed, but installs when a runtime package is missing", async () => {
    changeRecord((packages) =>
      Object.fromEntries(Object.entries(packages).filter(([, { dev }]) => !dev)),
    );
    fs.rmSync(join(modules, "jsqr"));
    const { calls, page } = await start();
    expect(calls).toEqual([""]);
    expect(page).toContain("Trip Summary");
    fs.rmSync(join(modules, "swiper"));
    expect((await start()).calls).toEqual(["npm ci --include=dev"]);
    for (const name of ["jsqr", "swiper", RECORD]) link(name);
  });

  it("installs when the packages are those of another platform", async () => {
    changeRecord((packages) => ({ ...packages, "node_modules/jsqr": { os: ["of-another"] } }));
    expect((await start()).calls).toEqual(["npm ci --include=dev"]);
    link(RECORD);
  });

  it("builds when a source has changed", async () => {
    fs.appendFileSync(join(clone, "app/root.tsx"), "\n");
    expect(await start()).toMatchObject({ calls: ["build for production"], status: 7 });
  });

  it("installs when the lock file has changed", async () => {
    const file = join(clone, "package-lock.json");
    const changed = fs
      .readFileSync(file, "utf8")
      .replace('"version": "18.3.1"', '"version": "18.3.2"');
    fs.writeFileSync(file, changed);
    expect((await start()).calls).toEqual(["npm ci --include=dev", "build for production"]);
  });
});
