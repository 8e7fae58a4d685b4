import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, it } from "vitest";
import { TRIP_HEADER } from "server/sandbox/trip-row";
import { PATIENT, startBuiltServer, type BuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { freePort } from "../support/free-port";
import { rawRequest } from "../support/raw-request";

const root = fs.mkdtempSync(join(tmpdir(), "pulse-release-"));
const upstream = await FaultyUpstream.start();
const PORT = String(await freePort());
const site = `http://localhost:${PORT}`;
let server: BuiltServer | undefined;
afterAll(async () => {
  await server?.kill();
  await upstream.stop();
  fs.rmSync(root, { recursive: true, force: true, maxRetries: 3 });
});

/** Copies this build to a folder of this name. */
function copyBuild(name: string): string {
  const folder = join(root, name);
  for (const part of ["build", "server/main.js", "package.json"]) {
    fs.cpSync(part, join(folder, part), { recursive: true });
  }
  fs.symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Copies this build under another id, with one more file that only this copy's pages would request. */
function makeBuild(id: string): string {
  const folder = copyBuild(`made-${id}`);
  fs.writeFileSync(join(folder, "build/.stamp"), id.repeat(64));
  fs.writeFileSync(join(folder, `build/client/assets/only-${id.repeat(8)}.js`), "//");
  return folder;
}

async function start(): Promise<void> {
  const env = { ...upstream.settings, PORT, SITE_URL: site, DRAIN_GRACE_MS: "0" };
  const command = [process.execPath, "server/main.js"];
  server = await startBuiltServer({ env, instead: { command, cwd: join(root, "opt/pulse") } });
}

/** The commands of the page, for the folders and the port of this test. The archive contains the packages already. */
function commandsOfPage(): string {
  const pages = fs.readFileSync("docs/operations.md", "utf8");
  const [, section = ""] = /\n## A release, and the way back\n(.*?)\n## /s.exec(pages) ?? [];
  return (section.match(/^ {4}.+$|^With containers/gm) ?? [])
    .join("\n")
    .replace(/With containers[^]*/, "")
    .replaceAll("/opt/", `${root}/opt/`)
    .replaceAll("build/.stamp |", "./build/.stamp |")
    .replaceAll("pulse.tgz", join(root, "pulse.tgz"))
    .replace(/npm ci [^)]+/, "true")
    .replaceAll("https://your.site", site)
    .replaceAll(/127\.0\.0\.1:300[01]/g, `127.0.0.1:${PORT}`)
    .replaceAll("systemctl restart pulse-2", "true");
}

it("the release commands switch to the new build and back, and pages of the build before keep their files", async () => {
  const [before, after] = [makeBuild("a"), makeBuild("b")];
  fs.mkdirSync(join(root, "opt"));
  fs.symlinkSync(before, join(root, "opt/pulse"));
  execFileSync("tar", ["-czf", join(root, "pulse.tgz"), "-C", after, "."]);
  const gone = join(before, "build/client/assets/gone.js");
  fs.writeFileSync(gone, "//");
  await start();
  fs.rmSync(gone);
  // A build in place has taken a file away: its answer breaks off, and the process goes on.
  await expect(rawRequest(site, "/assets/gone.js")).rejects.toThrow();
  expect((await rawRequest(site, "/healthz")).status).toBe(200);

  const failing = commandsOfPage()
    .split(/\n(?! {6})/)
    .slice(0, 3)
    .join("\n")
    .replace(/&& true\)/, "&& false)")
    .replace("systemctl restart pulse", "echo RESTART");
  const { stdout } = spawnSync("sh", ["-c", failing], { encoding: "utf8" });
  expect([stdout, fs.readlinkSync(join(root, "opt/pulse"))]).toEqual(["", before]);

  const commands = commandsOfPage()
    .replaceAll(/(?:echo \$BUILD|head -c 12 \S+)$/gm, "PRINTED=$($&)")
    .replaceAll("--build BUILD", '--build "$PRINTED"')
    // The test restarts its only instance. Like with systemd, the shell continues before the instance is ready.
    .replaceAll("systemctl restart pulse", "echo RESTART && read done");
  const env = { ...process.env, NODE_OPTIONS: PATIENT };
  const shell = spawn("sh", ["-ec", commands], { env, stdio: ["pipe", "pipe", "inherit"] });
  const closed = once(shell, "close");
  const builds: string[] = [];
  for await (const line of createInterface({ input: shell.stdout })) {
    expect(line).not.toMatch(/^FAIL/);
    const [, build] = /^ok +build: (\w+)$/.exec(line) ?? [];
    if (build) builds.push(build);
    if (line !== "RESTART") continue;
    await server?.stop();
    shell.stdin.write("\n");
    await start();
    // Beside its own files the new build has those of the build before.
    for (const id of builds.length === 0 ? ["a", "b"] : ["a"]) {
      const { status } = await rawRequest(site, `/assets/only-${id.repeat(8)}.js`);
      expect([id, status]).toEqual([id, 200]);
    }
  }
  expect((await closed)[0]).toBe(0);
  expect(builds).toEqual(["b".repeat(12), "a".repeat(12)]);
  expect(fs.existsSync(join(root, `opt/pulse-${"b".repeat(12)}/server/main.js`))).toBe(true);
});

const run = (...command: string[]) =>
  spawnSync(process.execPath, command, {
    cwd: "/",
    env: { NODE_ENV: "production", PATH: process.env.PATH, HOME: process.env.HOME },
    encoding: "utf8",
  });

it("programs started in another folder read the product's .env and its database", async () => {
  const folder = copyBuild("in a folder");
  fs.writeFileSync(join(folder, ".env"), "SITE_NAME=Named\nSANDBOX_DB=data/own.duckdb\n");
  const csv = join(folder, "trips.csv");
  const trip = "1,cab,2024-01-01T10:00:00Z,2024-01-01T10:30:00Z,1,1,Lesotho";
  fs.writeFileSync(csv, [TRIP_HEADER, trip, trip, ""].join("\n"));
  const imported = run(join(folder, "build/tools/sandbox-import.js"), csv);
  expect(imported.stdout).toBe("read 2\ntaken 1\nrejected 1\nduplicate trip id 1\n");
  expect(fs.existsSync(join(folder, "data/own.duckdb"))).toBe(true);

  const elsewhere = await startBuiltServer({
    env: { SANDBOX_DB: "data/own.duckdb" },
    instead: { command: [process.execPath, join(folder, "server/main.js")], cwd: "/" },
  });
  const page = await rawRequest(elsewhere.url, "/pulsescout/dashboard?tab=trip");
  await elsewhere.kill();
  expect(page.body).toMatch(/<title>[^<]*Named</);
  expect(page.body).toContain("Lesotho");

  const doctor = run(join(folder, "build/tools/doctor.js"));
  expect(doctor.stdout).toMatch(/^ok {4}SANDBOX_DB /m);
});
