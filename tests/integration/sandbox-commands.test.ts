import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask, SandboxFixture, type TripsData } from "./sandbox-fixture";

let fixture: SandboxFixture;
beforeEach(async () => {
  fixture = await SandboxFixture.create();
});
afterEach(() => fixture.remove());

const environment = (): NodeJS.ProcessEnv => ({
  NODE_ENV: "test",
  SANDBOX_DB: fixture.databaseFile,
  LOG_LEVEL: "silent",
});

describe("the import command", () => {
  function start(files: string[]): ChildProcess {
    return spawn(process.execPath, ["build/tools/sandbox-import.js", ...files], {
      env: environment(),
    });
  }

  async function run(...files: string[]) {
    const child = start(files);
    const output = { stdout: "", stderr: "" };
    child.stdout?.on("data", (chunk) => (output.stdout += String(chunk)));
    child.stderr?.on("data", (chunk) => (output.stderr += String(chunk)));
    await once(child, "close");
    return { ...output, code: child.exitCode };
  }

  it("prints what it did in lines", async () => {
    const file = await fixture.csv("trips.csv", [
      "1,cab,2024-01-01T10:00:00Z,2024-01-01T10:30:00Z,1,1,Spain",
      "2,cab,2024-01-01T10:00:00Z,2024-01-01T09:30:00Z,1,1,Spain",
      "1,cab,2024-01-01T10:00:00Z,2024-01-01T10:30:00Z,1,1,Spain",
    ]);
    expect(await run(file)).toMatchObject({
      code: 0,
      stdout: "read 3\ntaken 1\nrejected 2\nends before it starts 1\nduplicate trip id 1\n",
    });
  });

  it("exits with 1 and a sentence when a file is missing, or none is named", async () => {
    const missing = await run(`${fixture.folder}/none.csv`);
    expect(missing).toMatchObject({ code: 1, stdout: "" });
    expect(missing.stderr).toMatch(/none\.csv: there is no such file\n$/);
    expect(await run()).toMatchObject({
      code: 1,
      stderr: "Usage: npm run sandbox:import -- FILE…\n",
    });
  });

  it("leaves the old trips when it is killed half-way", async () => {
    const core = await fixture.serve(["old,cab,2024-01-01T10:00:00Z,2024-01-01T10:30:00Z,1,1,X"]);
    const rows = Array.from(
      { length: 200_000 },
      (_, index) => `${index},cab,2024-01-01T10:00:00Z,2024-01-01T10:30:00Z,1,1,Spain`,
    );
    const child = start([await fixture.csv("large.csv", rows)]);
    const folder = dirname(fixture.databaseFile);
    await expect.poll(() => readdir(folder)).toHaveLength(2);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(child.signalCode).toBe("SIGKILL");
    const { trips } = await ask<TripsData>(`${core}/trips`);
    expect(trips.map((trip) => trip.id)).toEqual(["old"]);
  });
});

describe("the sandbox's process", () => {
  async function start() {
    const child = fork("build/tools/sandbox.js", { env: environment(), silent: true });
    const [message] = (await once(child, "message")) as [{ type: string; port: number }];
    return { child, message };
  }

  it("tells its parent where it listens, on loopback, and answers there", async () => {
    const { child, message } = await start();
    expect(message).toEqual({ type: "listening", port: expect.any(Number) as number });
    const { pagination } = await ask<TripsData>(`http://127.0.0.1:${message.port}/api/core/trips`);
    expect(pagination.totalItems).toBe(48_210);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("leaves with its parent, even with a client still connected", async () => {
    const { child, message } = await start();
    await ask(`http://127.0.0.1:${message.port}/api/core/filters/available`);
    child.disconnect();
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
