import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { TRIP_HEADER } from "server/sandbox/trip-row";
import { startBuiltServer } from "../support/built-server";
import { rawRequest } from "../support/raw-request";

const run = (...command: string[]) =>
  spawnSync(process.execPath, command, {
    cwd: "/",
    env: { NODE_ENV: "production", PATH: process.env.PATH, HOME: process.env.HOME },
    encoding: "utf8",
  });

it("programs started in another folder read the product's .env and its database", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pulse in a folder "));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const part of ["build", "server/main.js", "package.json"]) {
    cpSync(part, join(folder, part), { recursive: true });
  }
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const dotEnv = "SITE_NAME=Named in the file\nSANDBOX_DB=data/own.duckdb\n";
  writeFileSync(join(folder, ".env"), dotEnv);
  const csv = join(folder, "trips.csv");
  const trip = "1,cab,2024-01-01T10:00:00Z,2024-01-01T10:30:00Z,1,1,Lesotho";
  writeFileSync(csv, [TRIP_HEADER, trip, trip, ""].join("\n"));
  const imported = run(join(folder, "build/tools/sandbox-import.js"), csv);
  expect(imported.stdout).toBe("read 2\ntaken 1\nrejected 1\nduplicate trip id 1\n");
  expect(existsSync(join(folder, "data/own.duckdb"))).toBe(true);

  const command = [process.execPath, join(folder, "server/main.js")];
  const server = await startBuiltServer({
    env: { SANDBOX_DB: "data/own.duckdb" },
    instead: { command, cwd: "/" },
  });
  const page = await rawRequest(server.url, "/pulsescout/dashboard?tab=trip");
  expect(page.body).toContain("Named in the file");
  expect(page.body).toContain("Lesotho");
  await server.kill();

  const doctor = run(join(folder, "build/tools/doctor.js"));
  expect(doctor.stdout).toMatch(/^ok {4}SANDBOX_DB /m);
});
