import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, expect, it } from "vitest";
import { TRIP_HEADER } from "server/sandbox/trip-row";
import { freePort } from "../support/free-port";
import { rawRequest } from "../support/raw-request";

const folders: string[] = [];
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The built product in a folder with spaces in its name, with a `.env` of its own. */
function installation(dotEnv: string): string {
  const folder = mkdtempSync(join(tmpdir(), "pulse in a folder "));
  folders.push(folder);
  for (const part of ["build", "server/main.js", "package.json"]) {
    cpSync(part, join(folder, part), { recursive: true });
  }
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, ".env"), dotEnv);
  return folder;
}

function startFromRoot(program: string, args: string[] = [], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: "/",
    env: { NODE_ENV: "production", PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  return child;
}

async function runFromRoot(program: string, ...args: string[]): Promise<string> {
  return text(startFromRoot(program, args).stdout);
}

it("programs started in another folder read the product's .env and its database", async () => {
  const folder = installation("SITE_NAME=Named in the file\nSANDBOX_DB=data/own.duckdb\n");
  const csv = join(folder, "trips.csv");
  const trip = "1,cab,2024-01-01T10:00:00Z,2024-01-01T10:30:00Z,1,1,Lesotho";
  writeFileSync(csv, `${TRIP_HEADER}\n${trip}\n`);
  const imported = await runFromRoot(join(folder, "build/tools/sandbox-import.js"), csv);
  expect(imported).toBe("read 1\ntaken 1\nrejected 0\n");
  expect(existsSync(join(folder, "data/own.duckdb"))).toBe(true);

  const port = String(await freePort());
  const server = startFromRoot(join(folder, "server/main.js"), [], { PORT: port });
  const exit = once(server, "close");
  const lines = createInterface({ input: server.stdout });
  for await (const line of lines) if (line.includes(" is ready at ")) break;
  const page = await rawRequest(`http://127.0.0.1:${port}`, "/pulsescout/dashboard?tab=trip");
  expect(page.body).toContain("Named in the file");
  expect(page.body).toContain("Lesotho");
  server.kill("SIGKILL");
  await exit;

  const doctor = await runFromRoot(join(folder, "build/tools/doctor.js"));
  expect(doctor).toMatch(/^ok {4}SANDBOX_DB /m);
});

it("an .env that sets a name twice stops the start, and the doctor names it too", async () => {
  const folder = installation("PORT=1\nPORT=2\n");
  const server = startFromRoot(join(folder, "server/main.js"));
  const stderr = text(server.stderr);
  expect(await once(server, "close")).toEqual([1, null]);
  const [, problem, ...rest] = (await stderr).trimEnd().split("\n");
  expect([problem?.trim().split(": ")[0], rest]).toEqual(["PORT", []]);
  const doctor = await runFromRoot(join(folder, "build/tools/doctor.js"));
  expect(doctor.split(/\s+/).slice(0, 2)).toEqual(["FAIL", "PORT"]);
});

it("the sandbox's process does not read .env, where the product's secrets are", async () => {
  // A process that read this file would exit because of the invalid LOG_LEVEL.
  const folder = installation("LOG_LEVEL=of-the-file\nSESSION_SECRET=of-the-file\n");
  const child = fork(join(folder, "build/tools/sandbox.js"), {
    cwd: folder,
    env: { NODE_ENV: "production", SANDBOX_DB: join(folder, "data/trips.duckdb") },
    silent: true,
  });
  children.push(child);
  const [first] = (await Promise.race([once(child, "message"), once(child, "exit")])) as unknown[];
  expect(first).toMatchObject({ type: "listening" });
  child.kill("SIGTERM");
  await once(child, "exit");
});
