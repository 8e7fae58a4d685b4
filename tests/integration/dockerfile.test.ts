import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVERY_PAGE } from "../support/every-page";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { freePort } from "../support/free-port";
import { ignoredNames, walkDockerfile, type Image } from "./dockerfile-walk";
import { FaultyUpstream } from "../support/faulty-upstream";
import { rawRequest } from "../support/raw-request";

let image: Image;
let upstream: FaultyUpstream;
let server: BuiltServer;
let env: Record<string, string>;

beforeAll(async () => {
  image = walkDockerfile();
  upstream = await FaultyUpstream.start();
  env = {
    ...image.env,
    PORT: String(await freePort()),
    SITE_URL: "https://pulse.example",
    CORE_API_URL: upstream.origin,
    AUTH_API_URL: upstream.origin,
    SESSION_SECRET: "a secret for the walk through the Dockerfile",
    SANDBOX_DB: "",
    HOME: "/nonexistent",
  };
  const instead = { command: asItsUser(image.command), cwd: image.folder };
  server = await startBuiltServer({ env, instead });
});
afterAll(async () => {
  await server?.kill();
  await upstream?.stop();
  image?.remove();
});

/** Someone to whom every file there is read-only. Only root can become somebody else. */
function asItsUser([program, ...args]: readonly string[]): string[] {
  const command = [program === "node" ? process.execPath : (program ?? ""), ...args];
  if (process.getuid?.() !== 0) return command;
  return ["setpriv", "--reuid=1000", "--regid=1000", "--clear-groups", ...command];
}

const healthCheck = () => {
  const [program = "", ...args] = asItsUser(image.healthCheck);
  return promisify(execFile)(program, args, { env: { ...process.env, ...env } }).then(
    () => 0,
    (error: unknown) => (error as { code: number }).code,
  );
};

// The last test ends the server.
describe("the image that the Dockerfile makes", { shuffle: false }, () => {
  it("serves every page and what they are made of, without writing a file", async () => {
    const assets = new Set<string>();
    for (const path of EVERY_PAGE) {
      const { status, body } = await rawRequest(server.url, path);
      expect([path, status]).toEqual([path, 200]);
      for (const [, asset = ""] of body.matchAll(/(?:src|href)="(\/[^"]+\.[a-z0-9]+)"/g)) {
        assets.add(asset);
      }
    }
    expect(assets.size).toBeGreaterThan(20);
    for (const asset of assets) {
      const { status } = await rawRequest(server.url, asset, { method: "HEAD" });
      expect([asset, status]).toEqual([asset, 200]);
    }
  });

  it("is no user of power, and holds no secret, source or tool that it does not need", () => {
    expect(image.user).toBe("node");
    expect(image.env).toMatchObject({ NODE_ENV: "production", APP_ENV: "production" });
    for (const name of [
      ".env",
      ".git",
      "app",
      "tests",
      "node_modules/vite",
      "node_modules/@duckdb",
    ]) {
      expect(existsSync(join(image.folder, name)), name).toBe(false);
    }
    // What git does not keep is made on this machine, or secret.
    const unkept = readFileSync(".gitignore", "utf8").split("\n").filter(Boolean);
    for (const name of unkept) expect(ignoredNames()).toContain(name.split("/").find(Boolean));
    for (const name of ignoredNames()) expect(name).not.toMatch(/[*!/\s]/);
  });

  it("is found well while it serves, ends at SIGTERM and is not found well then", async () => {
    expect(await healthCheck()).toBe(0);
    expect(await server.stop()).toBe(0);
    expect(await healthCheck()).toBe(1);
  });
});
