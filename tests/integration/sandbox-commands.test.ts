import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask, SandboxFixture } from "./sandbox-fixture";

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
  const run = (...files: string[]) =>
    spawnSync(process.execPath, ["build/tools/sandbox-import.js", ...files], {
      env: environment(),
      encoding: "utf8",
    });

  it("prints what it did in lines", async () => {
    const file = await fixture.csv("trips.csv", [
      "1,cab,2024-01-01T10:00:00Z,2024-01-01T10:30:00Z,1,1,Spain",
      "2,cab,2024-01-01T10:00:00Z,2024-01-01T09:30:00Z,1,1,Spain",
      "1,cab,2024-01-01T10:00:00Z,2024-01-01T10:30:00Z,1,1,Spain",
    ]);
    expect(run(file)).toMatchObject({
      status: 0,
      stdout: "read 3\ntaken 1\nrejected 2\nends before it starts 1\nduplicate trip id 1\n",
    });
  });

  it("exits with 1 and a sentence when a file is missing, or none is named", () => {
    const missing = run(`${fixture.folder}/none.csv`);
    expect(missing).toMatchObject({ status: 1, stdout: "" });
    expect(missing.stderr).toMatch(/none\.csv: there is no such file\n$/);
    expect(run()).toMatchObject({
      status: 1,
      stderr: "Usage: npm run sandbox:import -- FILE…\n",
    });
  });
});

it("the sandbox's process leaves with its parent, even with a client still connected", async () => {
  const child = fork("build/tools/sandbox.js", { env: environment(), silent: true });
  const [message] = (await once(child, "message")) as [{ port: number }];
  await ask(`http://127.0.0.1:${message.port}/api/core/filters/available`);
  child.disconnect();
  expect(await once(child, "exit")).toEqual([0, null]);
});
