import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { startBuiltServer, WITHOUT_UPSTREAM } from "../support/built-server";
import { rawRequest } from "../support/raw-request";

const SCRIPT = "console.log('a script of another build');".repeat(20);

const root = mkdtempSync(join(tmpdir(), "pulse-assets-"));
const shared = join(root, "made/at/start");

// A copy of this build with one more file acts as another build.
const cwd = join(root, "other");
for (const name of ["build", "server/main.js", "package.json"]) {
  cpSync(name, join(cwd, name), { recursive: true });
}
for (const name of ["node_modules", "public"]) symlinkSync(resolve(name), join(cwd, name));
writeFileSync(join(cwd, "build/client/assets/other-AAAA_-99.js"), SCRIPT);
const env = { ...WITHOUT_UPSTREAM, ASSETS_DIR: shared };
const instead = { command: [process.execPath, "server/main.js"], cwd };
const other = await startBuiltServer({ env, instead });
await other.kill();
const server = await startBuiltServer({ env });
afterAll(async () => {
  await server.kill();
  rmSync(root, { recursive: true, force: true });
});

it("serves the files that another build left in the shared folder, compressed, for a year", async () => {
  const path = "/assets/other-AAAA_-99.js";
  const plain = await rawRequest(server.url, path);
  expect(plain).toMatchObject({ status: 200, body: SCRIPT });
  expect(plain.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  // A server may ignore Range and send the whole file (RFC 9110, section 14.2).
  const headers = { "accept-encoding": "br", range: "bytes=0-9" };
  const compressed = await rawRequest(server.url, path, { method: "HEAD", headers });
  expect(compressed).toMatchObject({ status: 200, headers: { "content-encoding": "br" } });
  const none = await rawRequest(server.url, "/assets/none-AAAAAAAA.js");
  expect([none.status, none.headers["cache-control"]]).toEqual([404, "no-store"]);
});
