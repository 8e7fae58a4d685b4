import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { articles } from "~/content/articles";
import { partnerRows } from "~/content/partners";
import { team } from "~/content/team";
import { outboundVariables } from "server/process/settings-schema.server";
import { freePort } from "../support/free-port";
import { FaultyUpstream } from "../support/faulty-upstream";
import { redisMissing, RedisServer } from "../support/redis-server";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

const upstream = await FaultyUpstream.start();
afterAll(() => upstream.stop());
beforeEach(() => {
  upstream.reset();
  for (const path of [SEND, FORM]) upstream.set(path, { kind: "status", status: 405 });
});

/** Paths that take only posts. */
const SEND = "/auth/whatsapp/send-otp";
const FORM = "/submit";

it("without any configuration the doctor passes, and lists the placeholders to replace", async () => {
  const folder = fs.mkdtempSync(join(tmpdir(), "pulse-"));
  const { lines, summary, status, stateOf } = await examine({
    SANDBOX_DB: join(folder, "sandbox.duckdb"),
  });
  expect(status).toBe(0);
  expect(lines.every((line) => /^(ok  |warn|FAIL) {2}\S+ +\S/.test(line))).toBe(true);
  expect(stateOf("settings")).toBe("ok");
  expect(stateOf("SANDBOX_DB")).toBe("ok");
  expect(stateOf("SESSION_SECRET")).toBe("warn");
  const variables = outboundVariables.filter((name) => name !== "DEEP_LINK_SCHEME"); // its default is already the app's own
  for (const subject of ["CONTACT_EMAIL", "PRIVACY_EMAIL", ...variables]) {
    expect([subject, stateOf(subject)]).toEqual([subject, "warn"]);
  }
  const warned = lines.filter((line) => line.startsWith("warn"));
  const placeholders = {
    "articles.ts": articles.map(({ title }) => title),
    "partners.ts": partnerRows.flat().map(({ name }) => name),
    "team.ts": team.map(({ name }) => name),
    "films.ts": ["P-AXON", "Scout recording", "Scout on the windscreen"],
  };
  for (const [file, names] of Object.entries(placeholders)) {
    const matches = warned.filter((line) => line.includes(`put your own in app/content/${file} `));
    expect(matches).toHaveLength(1);
    expect([...(matches[0] ?? "").matchAll(/"(.+?)"(?:, |$)/g)].map(([, name]) => name)).toEqual(
      names,
    );
  }
  // Warnings come before what is in order.
  expect(lines.slice(0, warned.length)).toEqual(warned);
  expect(summary).toBe(`0 failed, ${warned.length} warnings`);
});

it("a project with its own settings and content has no placeholders", async () => {
  const project = fs.mkdtempSync(join(tmpdir(), "pulse-"));
  const parts = ["app/content", "server", "scripts", "package.json", "package-lock.json"];
  for (const part of parts) fs.cpSync(part, join(project, part), { recursive: true });
  fs.symlinkSync(resolve("node_modules"), join(project, "node_modules"));
  const content = fs.readdirSync(join(project, "app/content"), { withFileTypes: true });
  for (const { name } of content.filter((entry) => entry.isFile())) {
    const file = join(project, "app/content", name);
    const own = fs.readFileSync(file, "utf8").replaceAll("placeholder: true,", "");
    fs.writeFileSync(file, own);
  }
  const { lines, status } = await examine(
    {
      LANGUAGES: "en",
      ...Object.fromEntries(outboundVariables.map((name) => [name, "https://pulse.test/own"])),
      APP_ID: "test.pulse.scout",
      DEEP_LINK_SCHEME: "scout",
      CONTACT_EMAIL: "hello@pulse.test",
      PRIVACY_EMAIL: "privacy@pulse.test",
      SESSION_SECRET: "a-secret-of-more-than-32-characters",
      SANDBOX_DB: join(project, "sandbox.duckdb"),
    },
    project,
  );
  fs.rmSync(project, { recursive: true, force: true });
  expect(status).toBe(0);
  expect(lines.filter((line) => !line.startsWith("ok  "))).toEqual([]);
});

it("a correctly configured production passes, and no secret is printed", async () => {
  const secret = "a-secret-of-more-than-32-characters";
  const { output, status, stateOf } = await examine({
    APP_ENV: "production",
    SITE_URL: "https://pulse.test",
    CORE_API_URL: upstream.origin,
    AUTH_API_URL: upstream.origin,
    CONTACT_FORM_URL: upstream.origin + FORM,
    CONTACT_FORM_ACCESS_KEY: "key-of-the-form-service",
    SESSION_SECRET: secret,
    METRICS_TOKEN: "token-of-the-metrics",
    CONTACT_EMAIL: "hello@pulse.test",
  });
  expect(status).toBe(0);
  const required = ["CORE_API_URL", "AUTH_API_URL", "CONTACT_FORM_URL", "SESSION_SECRET"];
  for (const subject of [...required, "CONTACT_EMAIL"]) expect(stateOf(subject)).toBe("ok");
  for (const hidden of [secret, "key-of-the-form-service", "token-of-the-metrics"]) {
    expect(output).not.toContain(hidden);
  }
});

it("names the reads of a core API whose answers cannot be used, and only reads", async () => {
  upstream.set("/dashboard/metrics", { kind: "html" });
  upstream.set("/dashboard/users/daily", { kind: "failure", error: "fleet unknown" });
  upstream.set("/filters/available", { kind: "status", status: 401, json: { message: "Who?" } });
  const urls = { CORE_API_URL: upstream.origin, AUTH_API_URL: upstream.origin };
  const { lines, status, summary } = await examine(urls);
  expect([status, summary?.slice(0, 9)]).toEqual([1, "1 failed,"]);
  const failing = lines[0]?.split("failing: ")[1];
  expect(failing).toMatch(
    /^metrics \(.*not understood.*\), dailyUsers \(.*fleet unknown\), filters \(HTTP error 401: Who\?\)$/,
  );
  expect([...new Set(upstream.calls.map(({ method }) => method))]).toEqual(["GET"]);
});

it.each([401, 403, 404])("fails an address that answers %s to everything", async (status) => {
  for (const path of [SEND, FORM]) upstream.set(path, { kind: "status", status });
  const { stateOf, status: exit } = await examine({
    APP_ENV: "test",
    CORE_API_URL: upstream.origin,
    AUTH_API_URL: upstream.origin,
    CONTACT_FORM_URL: upstream.origin + FORM,
    CONTACT_FORM_ACCESS_KEY: "key",
  });
  expect([exit, stateOf("CORE_API_URL")]).toEqual([1, "ok"]);
  for (const name of ["AUTH_API_URL", "CONTACT_FORM_URL"]) expect(stateOf(name)).toBe("FAIL");
  expect(upstream.calls.every(({ method }) => ["GET", "OPTIONS"].includes(method))).toBe(true);
});

it("says where the path does not matter to the answer, and knows servers that answer GET with 404", async () => {
  upstream.set("*", { kind: "status", status: 400 });
  upstream.set(FORM, ({ method }) => ({ kind: "status", status: method === "GET" ? 404 : 204 }));
  upstream.set(`${FORM}-of-the-doctor`, { kind: "status", status: 404 });
  upstream.set(SEND, { kind: "status", status: 400 });
  const { stateOf } = await examine({
    APP_ENV: "test",
    AUTH_API_URL: upstream.origin,
    CONTACT_FORM_URL: upstream.origin + FORM,
    CONTACT_FORM_ACCESS_KEY: "key",
    SANDBOX_DB: join(fs.mkdtempSync(join(tmpdir(), "pulse-")), "sandbox.duckdb"),
  });
  expect([stateOf("AUTH_API_URL"), stateOf("CONTACT_FORM_URL")]).toEqual(["warn", "ok"]);
});

it("names settings that are missing, misspelt, or have a comment that only .env allows", async () => {
  const folder = fs.mkdtempSync(join(tmpdir(), "pulse-"));
  const file = join(folder, "pulse.env");
  const own = `CORE_API_URL=${upstream.origin}\nAUTH_URL=${upstream.origin}\nREDIS_URI=redis://r\n`;
  fs.writeFileSync(file, `${own}SANDBOX_DB=${folder}/sandbox.duckdb\nTRUST_PROXY=1 # haproxy\n`);
  const { stateOf, lines } = await examine({}, ".", ["--env-file", file]);
  for (const name of ["AUTH_URL", "REDIS_URI", "AUTH_API_URL", "REDIS_URL", "TRUST_PROXY"]) {
    expect([name, stateOf(name)]).toEqual([name, "warn"]);
  }
  expect(lines).toContainEqual(expect.stringMatching(/^warn {2}AUTH_URL .*AUTH_API_URL/));
});

it.skipIf(redisMissing)("names a Redis that evicts, and a wrong password as such", async () => {
  const redis = await RedisServer.start("--maxmemory-policy", "allkeys-lru");
  onTestFinished(() => redis.stop());
  const urls = { CORE_API_URL: upstream.origin, AUTH_API_URL: upstream.origin };
  const evicting = await examine({ ...urls, REDIS_URL: redis.url });
  expect(evicting.stateOf("REDIS_URL")).toBe("warn");
  await redis.command("CONFIG", "SET", "requirepass", "right");
  const address = redis.url.replace("//", "//:wrong@");
  const { lines, stateOf } = await examine({ ...urls, REDIS_URL: address });
  expect(stateOf("REDIS_URL")).toBe("FAIL");
  expect(lines[0]).toContain("password");
});

it("reads the settings from --env-file in preference to the shell's, and names the services that do not answer", async () => {
  const folder = fs.mkdtempSync(join(tmpdir(), "pulse-"));
  fs.writeFileSync(join(folder, "pulse.env"), 'SITE_URL="https://file.test"\nLOG_LEVEL=loud\n');
  const env = { SITE_URL: "https://shell.test", INIT_CWD: folder };
  const bad = await examine(env, ".", ["--env-file", "pulse.env"]);
  expect(bad).toMatchObject({ status: 1, summary: "1 failed, 0 warnings" });
  expect(bad.stateOf("LOG_LEVEL")).toBe("FAIL");
  const file = join(folder, "sandbox.duckdb");
  fs.writeFileSync(file, "not a database, but long enough to be looked at as one".repeat(100));
  expect((await examine({ SANDBOX_DB: file })).stateOf("SANDBOX_DB")).toBe("FAIL");

  fs.writeFileSync(join(folder, "pulse.env"), 'SITE_URL="https://file.test"\n');
  const args = ["--env-file", join(folder, "pulse.env")];
  const dead = `127.0.0.1:${await freePort()}`;
  const others = {
    CORE_API_URL: `http://${dead}`,
    AUTH_API_URL: `http://${dead}`,
    REDIS_URL: `redis://${dead}`,
  };
  const { output, lines, summary, stateOf } = await examine({ ...env, ...others }, ".", args);
  expect(output).toContain("https://file.test");
  expect(output).not.toContain("https://shell.test");
  const states = lines.map((line) => line.slice(0, 4));
  const failed = states.filter((state) => state === "FAIL").length;
  expect(failed).toBe(3);
  for (const name of Object.keys(others)) expect([name, stateOf(name)]).toEqual([name, "FAIL"]);
  expect(states.slice(0, failed)).toEqual(Array(failed).fill("FAIL"));
  expect(summary).toMatch(/^3 failed, \d+ warnings$/);

  const missing = await examine(env, ".", ["--env-file", "none.env"]);
  expect(missing).toMatchObject({ status: 1, summary: "1 failed, 0 warnings" });
  expect(missing.output).toContain("none.env");
});

/** Runs the doctor and returns its output, its lines without the summary, the summary and the exit status. */
async function examine(env: Record<string, string>, project = ".", args: string[] = []) {
  const child = spawn(process.execPath, [join(project, "scripts/doctor.js"), "--", ...args], {
    env: { NODE_ENV: "production", PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close").then(([status]) => status as number | null);
  const [output, status] = await Promise.all([text(child.stdout), closed]);
  const lines = output.trimEnd().split("\n");
  // A line can name several subjects that share one finding.
  const stateOf = (subject: string) =>
    lines
      .find((line) => new RegExp(` ${subject}(?:[ ,]|$)`).test(line))
      ?.slice(0, 4)
      .trim();
  return { output, lines: lines.slice(0, -1), summary: lines.at(-1), status, stateOf };
}
