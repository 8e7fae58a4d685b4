import { spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { team } from "~/content/team";
import { outboundVariables } from "server/process/settings-schema.server";
import { SEND } from "../support/deletion-site";
import { freePort } from "../support/free-port";
import { FaultyUpstream } from "../support/faulty-upstream";
import { redisMissing, RedisServer } from "../support/redis-server";
import { SUBMIT } from "../support/use-server";

const upstream = await FaultyUpstream.start();
const folder = fs.mkdtempSync(join(tmpdir(), "pulse-doctor-"));
const SANDBOX_DB = join(folder, "sandbox.duckdb");
afterAll(async () => {
  await upstream.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  upstream.reset();
  for (const path of [SEND, SUBMIT]) upstream.set(path, { kind: "status", status: 405 }); // takes only posts
});

const APIS = { CORE_API_URL: upstream.origin, AUTH_API_URL: upstream.origin };
const FORM = {
  CONTACT_FORM_URL: upstream.origin + SUBMIT,
  CONTACT_FORM_ACCESS_KEY: "key-of-the-form-service",
};
const SESSION_SECRET = "a-secret-of-more-than-32-characters";

it("without any configuration the doctor passes, and lists the placeholders to replace", async () => {
  const { lines, summary, status, states } = await examine({ SANDBOX_DB });
  expect(status).toBe(0);
  expect(lines.every((line) => /^(ok  |warn|FAIL) {2}\S+ +\S/.test(line))).toBe(true);
  const variables = outboundVariables.filter((name) => name !== "DEEP_LINK_SCHEME"); // its default is already the app's own
  const warned = ["SESSION_SECRET", "CONTACT_EMAIL", "PRIVACY_EMAIL", ...variables];
  expect(states("settings", "SANDBOX_DB", ...warned)).toEqual([
    ...["ok", "ok", ...warned.map(() => "warn")],
  ]);
  for (const file of ["articles", "partners", "team", "films"]) {
    const names = `put your own in app/content/${file}.ts `;
    expect(lines.filter((line) => line.includes(names))).toHaveLength(1);
  }
  for (const { name } of team) expect(lines.join()).toContain(name);
  // Warnings come before what is in order.
  const count = lines.filter((line) => line.startsWith("warn")).length;
  expect(lines.findLastIndex((line) => line.startsWith("warn"))).toBe(count - 1);
  expect(summary).toBe(`0 failed, ${count} warnings`);
});

it("a correctly configured production passes, and no secret is printed", async () => {
  const { output, status, states } = await examine({
    ...{ APP_ENV: "production", SITE_URL: "https://pulse.test", SESSION_SECRET, ...APIS, ...FORM },
    METRICS_TOKEN: "token-of-the-metrics",
  });
  expect(status).toBe(0);
  expect(new Set(states(...Object.keys(APIS), "CONTACT_FORM_URL", "SESSION_SECRET"))).toEqual(
    new Set(["ok"]),
  );
  for (const secret of [SESSION_SECRET, FORM.CONTACT_FORM_ACCESS_KEY, "token-of-the-metrics"]) {
    expect(output).not.toContain(secret);
  }
});

it("names the reads of a core API whose answers cannot be used, and only reads", async () => {
  upstream.set("/dashboard/metrics", { kind: "html" });
  upstream.set("/dashboard/users/daily", { kind: "failure", error: "fleet unknown" });
  upstream.set("/filters/available", { kind: "status", status: 401, json: { message: "Who?" } });
  const { lines, status, summary } = await examine(APIS);
  expect([status, summary?.slice(0, 9)]).toEqual([1, "1 failed,"]);
  expect(lines[0]?.split("failing: ")[1]).toMatch(
    /^metrics \(.*not understood.*\), dailyUsers \(.*fleet unknown\), filters \(HTTP error 401: Who\?\)$/,
  );
  expect(new Set(upstream.calls.map(({ method }) => method))).toEqual(new Set(["GET"]));
});

it.each([401, 403, 404])("fails an address that answers %s to everything", async (status) => {
  for (const path of [SEND, SUBMIT]) upstream.set(path, { kind: "status", status });
  const { states, status: exit } = await examine({ APP_ENV: "test", ...APIS, ...FORM });
  const found = states("CORE_API_URL", "AUTH_API_URL", "CONTACT_FORM_URL");
  expect([exit, ...found]).toEqual([1, "ok", "FAIL", "FAIL"]);
  expect(upstream.calls.every(({ method }) => ["GET", "OPTIONS"].includes(method))).toBe(true);
});

it("says where the path does not matter to the answer, and knows servers that answer GET with 404", async () => {
  upstream.set("*", { kind: "status", status: 400 });
  upstream.set(SUBMIT, ({ method }) => ({ kind: "status", status: method === "GET" ? 404 : 204 }));
  upstream.set(`${SUBMIT}-of-the-doctor`, { kind: "status", status: 404 });
  upstream.set(SEND, { kind: "status", status: 400 });
  const { AUTH_API_URL } = APIS;
  const { states } = await examine({ APP_ENV: "test", AUTH_API_URL, ...FORM, SANDBOX_DB });
  expect(states("AUTH_API_URL", "CONTACT_FORM_URL")).toEqual(["warn", "ok"]);
});

it("names settings that are missing, misspelt, or have a comment that only .env allows", async () => {
  const own = `CORE_API_URL=${upstream.origin}\nAUTH_URL=${upstream.origin}\nREDIS_URI=redis://r\n`;
  const file = write(`${own}SANDBOX_DB=${SANDBOX_DB}\nTRUST_PROXY=1 # haproxy\n`);
  const { states, lines } = await examine({}, ["--env-file", file]);
  const names = ["AUTH_URL", "REDIS_URI", "AUTH_API_URL", "REDIS_URL", "TRUST_PROXY"];
  expect(states(...names)).toEqual(names.map(() => "warn"));
  expect(lines).toContainEqual(expect.stringMatching(/^warn {2}AUTH_URL .*AUTH_API_URL/));
});

it.skipIf(redisMissing)("names a Redis that evicts, is full, or refuses the password", async () => {
  const redis = await RedisServer.start("--maxmemory-policy", "allkeys-lru");
  onTestFinished(() => redis.stop());
  const found = async (REDIS_URL: string) => {
    const { lines } = await examine({ ...APIS, REDIS_URL });
    return lines.find((line) => line.includes(" REDIS_URL "));
  };
  expect(await found(redis.url)).toMatch(/^warn/);
  await redis.command("CONFIG", "SET", "maxmemory-policy", "noeviction", "maxmemory", "1");
  expect(await found(redis.url)).toMatch(/^FAIL.*OOM/);
  await redis.command("CONFIG", "SET", "requirepass", "right");
  expect(await found(redis.url.replace("//", "//:wrong@"))).toMatch(/^FAIL.*password/);
});

it("reads the settings from --env-file in preference to the shell's, and names the services that do not answer", async () => {
  const shell = { SITE_URL: "https://shell.test" };
  const loud = write('SITE_URL="https://file.test"\nLOG_LEVEL=loud\n');
  const bad = await examine(shell, ["--env-file", loud]);
  expect(bad).toMatchObject({ status: 1, summary: "1 failed, 0 warnings" });
  expect(bad.states("LOG_LEVEL")).toEqual(["FAIL"]);
  const missing = await examine(shell, ["--env-file", join(folder, "none.env")]);
  expect(missing).toMatchObject({ status: 1, summary: "1 failed, 0 warnings" });
  expect(missing.output).toContain("none.env");

  const dead = `127.0.0.1:${await freePort()}`;
  const others = {
    CORE_API_URL: `http://${dead}`,
    AUTH_API_URL: `http://${dead}`,
    REDIS_URL: `redis://${dead}`,
  };
  const args = ["--env-file", write('SITE_URL="https://file.test"\n')];
  const { output, lines, summary, states } = await examine({ ...shell, ...others }, args);
  expect(output).toContain("https://file.test");
  expect(output).not.toContain("https://shell.test");
  expect(lines.map((line) => line.startsWith("FAIL")).lastIndexOf(true)).toBe(2);
  expect(states(...Object.keys(others))).toEqual(["FAIL", "FAIL", "FAIL"]);
  expect(summary).toMatch(/^3 failed, \d+ warnings$/);
});

it("fails a sandbox database that is none", async () => {
  const file = join(folder, "broken.duckdb");
  fs.writeFileSync(file, "not a database, but long enough to be looked at as one".repeat(100));
  expect((await examine({ SANDBOX_DB: file })).states("SANDBOX_DB")).toEqual(["FAIL"]);
});

/** Writes a file of settings. @returns its path */
function write(content: string): string {
  const file = join(folder, "pulse.env");
  fs.writeFileSync(file, content);
  return file;
}

/** Runs the doctor. @returns its output, its lines without the summary, the summary and the exit status */
async function examine(env: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, ["build/tools/doctor.js", "--", ...args], {
    env: {
      ...{ NODE_ENV: "production", PATH: process.env.PATH, HOME: process.env.HOME },
      // No answer may be late because the machine is busy.
      UPSTREAM_TIMEOUT_MS: "60000",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close").then(([status]) => status as number | null);
  const [output, status] = await Promise.all([text(child.stdout), closed]);
  const lines = output.trimEnd().split("\n");
  const summary = lines.pop();
  // A line can name several subjects that share one finding.
  const isOf = (subject: string) => (line: string) =>
    new RegExp(` ${subject}(?:[ ,]|$)`).test(line);
  const states = (...subjects: string[]) =>
    subjects.map((subject) => lines.find(isOf(subject))?.slice(0, 4).trim());
  return { output, lines, summary, status, states };
}
