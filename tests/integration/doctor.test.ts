import { spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { team } from "~/content/team";
import { reachFindings } from "server/operations/doctor/reach-findings";
import { outboundVariables } from "server/process/settings-schema.server";
import { parseSettings } from "server/process/settings.server";
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
// No answer may be late because the machine is busy.
const UPSTREAM_TIMEOUT_MS = "60000";

/** Runs the command. @returns its output, its lines without the summary, the summary and the exit status */
async function examine(env: Record<string, string>, file?: string) {
  const args = file === undefined ? [] : ["--env-file", file];
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ["build/tools/doctor.js", "--", ...args], {
    env: { NODE_ENV: "production", PATH, HOME, UPSTREAM_TIMEOUT_MS, ...env },
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

/** Makes the doctor's calls. @returns what it found of each setting, by name */
async function reach(env: Record<string, string>) {
  const findings = await reachFindings(parseSettings({ UPSTREAM_TIMEOUT_MS, ...env }));
  return Object.fromEntries(
    findings.map(({ state, subject, text }) => [subject, `${state} ${text}`]),
  );
}

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

it("a production passes by its file, whose comments are looked at, and no secret is printed", async () => {
  const secrets = {
    SESSION_SECRET: "a-secret-of-more-than-32-characters",
    METRICS_TOKEN: "token-of-the-metrics",
  };
  const settings = {
    APP_ENV: "production",
    SITE_URL: "https://file.test",
    ...APIS,
    ...FORM,
    ...secrets,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"`);
  const more = ["TRUST_PROXY=1 # haproxy"];
  const file = join(folder, "pulse.env");
  fs.writeFileSync(file, [...lines, ...more, ""].join("\n"));
  const found = await examine({ SITE_URL: "https://shell.test" }, file);
  expect(found.status).toBe(0);
  expect(found.output).toContain("https://file.test");
  const warned = ["REDIS_URL", "TRUST_PROXY"];
  expect(found.states(...warned)).toEqual(warned.map(() => "warn"));
  const fit = ["CORE_API_URL", "CONTACT_FORM_URL", "SESSION_SECRET"];
  expect(found.states(...fit)).toEqual(fit.map(() => "ok"));
  const hidden = [...Object.values(secrets), FORM.CONTACT_FORM_ACCESS_KEY, "shell.test"];
  expect(hidden.filter((secret) => found.output.includes(secret))).toEqual([]);
});

it("settings that cannot be used fail", async () => {
  const { status, summary, states } = await examine({ LOG_LEVEL: "loud" });
  expect([status, summary, ...states("LOG_LEVEL")]).toEqual([1, "1 failed, 0 warnings", "FAIL"]);
});

it("the reads of a core API whose answers cannot be used are named, and only reads are made", async () => {
  upstream.set("/dashboard/metrics", { kind: "html" });
  upstream.set("/dashboard/users/daily", { kind: "failure", error: "fleet unknown" });
  upstream.set("/filters/available", { kind: "status", status: 401, json: { message: "Who?" } });
  expect((await reach(APIS)).CORE_API_URL).toMatch(
    /^FAIL .*failing: metrics \(.*not understood.*\), dailyUsers \(.*fleet unknown\), filters \(HTTP error 401: Who\?\)$/,
  );
  expect(upstream.calls.every(({ method }) => ["GET", "OPTIONS"].includes(method))).toBe(true);
});

it("an address fails that refuses everything or leads nowhere, and warns where its path does not matter", async () => {
  const at = async () => {
    const { AUTH_API_URL, CONTACT_FORM_URL } = await reach({ APP_ENV: "test", ...APIS, ...FORM });
    return [AUTH_API_URL, CONTACT_FORM_URL].map((found) => found?.split(" ")[0]);
  };
  for (const status of [401, 403, 404]) {
    for (const path of [SEND, SUBMIT]) upstream.set(path, { kind: "status", status });
    expect([status, ...(await at())]).toEqual([status, "FAIL", "FAIL"]);
  }
  // Servers that know the path only by OPTIONS, and such that answer alike at any path.
  upstream.set("*", { kind: "status", status: 400 });
  upstream.set(SEND, { kind: "status", status: 400 });
  upstream.set(SUBMIT, ({ method }) => ({ kind: "status", status: method === "GET" ? 404 : 204 }));
  upstream.set(`${SUBMIT}-of-the-doctor`, { kind: "status", status: 404 });
  expect(await at()).toEqual(["warn", "ok"]);
});

it("services that do not answer fail, and so does a sandbox's database that is none", async () => {
  const dead = `127.0.0.1:${await freePort()}`;
  const [CORE_API_URL, AUTH_API_URL] = [`http://${dead}`, `http://${dead}`];
  const found = await reach({ CORE_API_URL, AUTH_API_URL, REDIS_URL: `redis://${dead}` });
  const none = join(folder, "none.duckdb");
  fs.writeFileSync(none, "not a database, but long enough to be looked at".repeat(100));
  const states = Object.entries({ ...found, ...(await reach({ SANDBOX_DB: none })) });
  expect(states.map(([name, text]) => `${name} ${text.slice(0, 4)}`)).toEqual(
    ["CORE_API_URL", "AUTH_API_URL", "REDIS_URL", "SANDBOX_DB"].map((name) => `${name} FAIL`),
  );
});

it.skipIf(redisMissing)(
  "a Redis warns that evicts, and fails that is full or refuses the password",
  async () => {
    const redis = await RedisServer.start("--maxmemory-policy", "allkeys-lru");
    onTestFinished(() => redis.stop());
    const found = async (REDIS_URL: string) => (await reach({ ...APIS, REDIS_URL })).REDIS_URL;
    expect(await found(redis.url)).toMatch(/^warn/);
    await expect.poll(() => redis.command("CLIENT", "LIST")).toMatch(/^.+\n$/); // only this one
    await redis.command("CONFIG", "SET", "maxmemory-policy", "noeviction", "maxmemory", "1");
    expect(await found(redis.url)).toMatch(/^FAIL.*OOM/);
    await redis.command("CONFIG", "SET", "requirepass", "right");
    expect(await found(redis.url.replace("//", "//:wrong@"))).toMatch(/^FAIL.*password/);
  },
);
