import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyBuild } from "./copy-build";
import { startBuiltServer, WITHOUT_UPSTREAM, type BuiltServer } from "../support/built-server";
import { rawRequest } from "../support/raw-request";

const DAY_MS = 24 * 60 * 60_000;
const SCRIPT = "console.log('a script of another build');".repeat(20);

const place = mkdtempSync(join(tmpdir(), "pulse-assets-"));
const shared = join(place, "made/at/start");
const running: BuiltServer[] = [];

/** This build with one file more, in a folder of its own: another build. */
function otherBuild(): string {
  const folder = copyBuild(place);
  writeFileSync(join(folder, "build/client/assets/other-AAAA_-99.js"), SCRIPT);
  return folder;
}

async function start(env: Record<string, string>, cwd?: string): Promise<BuiltServer> {
  const server = await startBuiltServer({
    env: { ...WITHOUT_UPSTREAM, ...env },
    ...(cwd !== undefined && { instead: { command: [process.execPath, "server/main.js"], cwd } }),
  });
  running.push(server);
  return server;
}

/** Puts a file into the shared folder that was last used so many days ago. */
function leave(name: string, days: number): void {
  const then = new Date(Date.now() - days * DAY_MS);
  writeFileSync(join(shared, name), SCRIPT);
  utimesSync(join(shared, name), then, then);
}

let server: BuiltServer;

beforeAll(async () => {
  const other = await start({ ASSETS_DIR: shared }, otherBuild());
  await other.kill();
  const [own = ""] = readdirSync("build/client/assets").filter((name) => /^root-.+js$/.test(name));
  for (const [name, days] of [
    [own, 30],
    ["used-AAAAAAAA.js", 6],
    ["unused-AAAAAAAA.js", 8],
    [".broken-AAAAAAAA.js.0b07b7cc-8c1c-4a9a-8ae2-5a8c2e2f4a3e", 8],
    ["holiday.jpg", 30],
  ] as const) {
    leave(name, days);
  }
  server = await start({ ASSETS_DIR: shared });
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.kill()));
  rmSync(place, { recursive: true, force: true });
});

it("serves the files of another build, compressed, for a year", async () => {
  const path = "/assets/other-AAAA_-99.js";
  const plain = await rawRequest(server.url, path);
  expect(plain).toMatchObject({ status: 200, body: SCRIPT });
  expect(plain.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": "text/javascript; charset=utf-8",
    "x-content-type-options": "nosniff",
  });
  const headers = { "accept-encoding": "br", "if-none-match": plain.headers.etag };
  expect(await rawRequest(server.url, path, { headers })).toMatchObject({ status: 304 });
  const compressed = await rawRequest(server.url, path, {
    method: "HEAD",
    headers: { "accept-encoding": "br" },
  });
  expect(compressed).toMatchObject({ status: 200, headers: { "content-encoding": "br" } });
});

it("removes what no build has used for seven days, and touches nothing else", () => {
  expect(existsSync(join(shared, "used-AAAAAAAA.js"))).toBe(true);
  expect(existsSync(join(shared, "holiday.jpg"))).toBe(true);
  expect(readdirSync(shared).filter((name) => /unused|broken/.test(name))).toEqual([]);
  const own = readdirSync("build/client/assets").filter((name) => /-[\w-]{8}\./.test(name));
  expect(readdirSync(shared)).toEqual(expect.arrayContaining(own));
});

it.each([
  ["/assets/none-AAAAAAAA.js", 404],
  ["/assets/holiday.jpg", 404],
  ["/assets/..%2f..%2fpackage.json", 403],
])("answers %s with %i, which no cache may store", async (path, expected) => {
  const { status, headers } = await rawRequest(server.url, path);
  expect([status, headers["cache-control"]]).toEqual([expected, "no-store"]);
});

it("serves its own files when the folder cannot be written", async () => {
  writeFileSync(join(place, "file"), "");
  const alone = await start({ ASSETS_DIR: join(place, "file") });
  // Lines of the log are written together, a moment later.
  await expect.poll(() => alone.lines.join("\n")).toContain("ASSETS_DIR");
  expect(await rawRequest(alone.url, "/assets/other-AAAA_-99.js")).toMatchObject({ status: 404 });
  const { body } = await rawRequest(alone.url, "/contactus");
  const script = /"(\/assets\/[^"]+\.js)"/.exec(body)?.[1] ?? "";
  expect(await rawRequest(alone.url, script)).toMatchObject({ status: 200 });
});
