import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { TRIP_HEADER } from "server/sandbox/trip-row";
import { startBuiltServer } from "../support/built-server";
import { rawRequest } from "../support/raw-request";

const root = fs.mkdtempSync(join(tmpdir(), "pulse-release-"));
afterAll(() => fs.rmSync(root, { recursive: true, force: true, maxRetries: 3 }));

/** Makes a small build under an id, with a file that only this build's pages would request. */
function makeBuild(id: string): string {
  const folder = join(root, `made-${id}`);
  fs.mkdirSync(join(folder, "build/client/assets"), { recursive: true });
  fs.writeFileSync(join(folder, "build/.stamp"), id.repeat(64));
  for (const name of [`only-${id}.js`, "both.js"]) {
    fs.writeFileSync(join(folder, "build/client/assets", name), id);
  }
  return folder;
}

/** The commands of the page, for the folders of this test and a port that answers. Packages and services are not here. */
function commandsOfPage(port: number): string {
  const pages = fs.readFileSync("docs/operations.md", "utf8");
  const [, section = ""] = /\n## A release, and the way back\n(.*?)\n## /s.exec(pages) ?? [];
  return (section.match(/^ {4}.+$|^With containers/gm) ?? [])
    .join("\n")
    .replace(/With containers[^]*/, "")
    .replaceAll("/opt/", `${root}/opt/`)
    .replaceAll("build/.stamp |", "./build/.stamp |")
    .replaceAll("pulse.tgz", join(root, "pulse.tgz"))
    .replace(/npm ci [^)]+/, "true")
    .replaceAll(/127\.0\.0\.1:300[01]/g, `127.0.0.1:${port}`)
    .replaceAll(/(?:echo \$BUILD|head -c 12 \S+)$/gm, "PRINTED=$($&)")
    .replaceAll(/npm run smoke .*--build BUILD/g, 'echo "smoke $PRINTED"')
    .replaceAll("systemctl restart pulse-2", "true")
    .replaceAll("systemctl restart pulse", 'echo "restart $(ls $ASSETS)"');
}

it("the release commands switch to the new build and back, and keep the files of the build before", async () => {
  const [before, after] = [makeBuild("a"), makeBuild("b")];
  const current = join(root, "opt/pulse");
  fs.mkdirSync(join(root, "opt"));
  fs.symlinkSync(before, current);
  spawnSync("tar", ["-czf", join(root, "pulse.tgz"), "-C", after, "."]);
  const instance = createServer(({ url }, response) =>
    response.writeHead(url === "/readyz" ? 200 : 404).end(),
  ).listen(0, "127.0.0.1");
  onTestFinished(() => void instance.close());
  await once(instance, "listening");
  const { port } = instance.address() as AddressInfo; // not a pipe, so never a string or null
  const shell = async (flags: string, commands: string) => {
    const env = { ...process.env, ASSETS: join(current, "build/client/assets") };
    const { stdout } = await promisify(execFile)("sh", [flags, commands], { env });
    return [stdout.replaceAll(/\s+/g, " "), fs.readlinkSync(current)];
  };
  const commands = commandsOfPage(port);
  const release = commands.split(/\n(?! {6})/).slice(0, 3);
  const failing = release.join("\n").replace("&& true)", "&& false)");
  expect(await shell("-c", `${failing}\ntrue`)).toEqual(["", before]);

  const [a, b] = ["a".repeat(12), "b".repeat(12)];
  const files = "both.js only-a.js only-b.js";
  const steps = `restart ${files} smoke ${b} restart ${files.replace(" only-b.js", "")} smoke ${a} `;
  expect(await shell("-ec", commands)).toEqual([steps, before]);
  const kept = join(root, `opt/pulse-${b}/build/client/assets/both.js`);
  expect(fs.readFileSync(kept, "utf8")).toBe("b");
});

it("programs started in another folder read the product's .env and its database, and outlive a file of the build", async () => {
  const folder = join(root, "in a folder");
  for (const part of ["build", "server/main.js", "package.json"]) {
    fs.cpSync(part, join(folder, part), { recursive: true });
  }
  fs.symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  fs.writeFileSync(join(folder, ".env"), "SITE_NAME=Named\nSANDBOX_DB=data/own.duckdb\n");
  const gone = join(folder, "build/client/assets/gone.js");
  fs.writeFileSync(gone, "//");
  const csv = join(folder, "trips.csv");
  const trip = "1,cab,2024-01-01T10:00:00Z,2024-01-01T10:30:00Z,1,1,Lesotho";
  fs.writeFileSync(csv, [TRIP_HEADER, trip, trip, ""].join("\n"));
  const command = [join(folder, "build/tools/sandbox-import.js"), csv];
  const env = { NODE_ENV: "production" as const, PATH: process.env.PATH };
  const imported = spawnSync(process.execPath, command, { cwd: "/", env, encoding: "utf8" });
  expect(imported.stdout).toBe("read 2\ntaken 1\nrejected 1\nduplicate trip id 1\n");
  expect(fs.existsSync(join(folder, "data/own.duckdb"))).toBe(true);

  const elsewhere = await startBuiltServer({
    env: { SANDBOX_DB: "data/own.duckdb" },
    instead: { command: [process.execPath, join(folder, "server/main.js")], cwd: "/" },
  });
  onTestFinished(() => elsewhere.kill());
  // A build in place has taken a file away: its answer breaks off, and the process goes on.
  fs.rmSync(gone);
  await expect(rawRequest(elsewhere.url, "/assets/gone.js")).rejects.toThrow();
  const page = await rawRequest(elsewhere.url, "/pulsescout/dashboard?tab=trip");
  expect(page.body).toMatch(/<title>[^<]*Named</);
  expect(page.body).toContain("Lesotho");
});
