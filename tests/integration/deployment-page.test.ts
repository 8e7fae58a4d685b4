import { execFile } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { startBuiltServer } from "../support/built-server";
import { EVERY_PAGE } from "../support/every-page";
import { FaultyUpstream } from "../support/faulty-upstream";
import { rawRequest } from "../support/raw-request";

/** Prefix of a command: runs it as a user without write permission here. Only root can become another user. */
const asServer =
  process.getuid?.() === 0 ? ["setpriv", "--reuid=65533", "--regid=65533", "--clear-groups"] : [];

const root = fs.mkdtempSync(join(tmpdir(), "pulse-deployment-"));
const folder = join(root, "opt/pulse");
// The user without rights must be able to reach the files below.
fs.chmodSync(root, 0o755);
fs.mkdirSync(join(root, "home"));

const upstream = await FaultyUpstream.start();
upstream.set("/auth/whatsapp/send-otp", { kind: "status", status: 405 }); // a path that takes only posts
const SETTINGS = {
  SITE_URL: "https://localhost",
  CORE_API_URL: upstream.origin,
  AUTH_API_URL: upstream.origin,
  SESSION_SECRET: "a secret of this deployment # and of 32 characters",
  TRUST_PROXY: "1",
};
const env = {
  NODE_ENV: "production" as const,
  PATH: process.env.PATH ?? "",
  HOME: join(root, "home"),
};
afterAll(async () => {
  await upstream.stop();
  fs.rmSync(root, { recursive: true, force: true, maxRetries: 3 });
});

/** Replaces system paths in a text by paths below the test's own folder. */
const movePaths = (text: string) =>
  text
    .replaceAll(/(?<=[ =])\/(opt|etc)\//g, `${root}/$1/`)
    .replaceAll("pulse.tgz", join(root, "pulse.tgz"))
    .replaceAll("deploy/certificates", join(root, "certificates"));

/** The command in docs/deployment.md that begins with this text. */
function command(start: string): string {
  const lines = fs.readFileSync("docs/deployment.md", "utf8").matchAll(/^ {4}(.+)$/gm);
  const found = Array.from(lines, ([, line = ""]) => line).find((line) => line.startsWith(start));
  if (found === undefined) throw new Error(`the page has no command ${start}`);
  return movePaths(found);
}

/** Runs a command in a shell and resolves with its stdout. Rejects with the output when the command fails. */
async function shell(text: string, { cwd = ".", as = [] as string[] } = {}) {
  const [program, ...args] = [...as, "sh", "-c", text];
  const { stdout } = await promisify(execFile)(program, args, { cwd, env });
  return stdout;
}

/** The folders of the packages that the server needs, as far as no other package has them. */
function packages(): string[] {
  const lock = JSON.parse(fs.readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, { dev?: true; optional?: true; devOptional?: true }>;
  };
  return Object.entries(lock.packages)
    .filter(([path]) => path.lastIndexOf("node_modules") === 0)
    .filter(([, { dev, optional, devOptional }]) => !(dev ?? optional ?? devOptional))
    .map(([path]) => path);
}

it("the commands of docs/deployment.md install, check and serve the product as a user without rights", async () => {
  await shell(command("tar -czf"));
  await shell(command("mkdir -p /opt/pulse"), { cwd: root });
  await shell(command("tar -xzf"), { cwd: root });
  // Instead of fetching the packages, links those that are here, or copies them from another disk.
  expect(command("npm ci --omit")).toBe("npm ci --omit=dev --omit=optional");
  const copied = `--parents ${packages().join(" ")} ${folder}`;
  await shell(`cp -rl ${copied} || cp -r ${copied}`);
  await shell(command("install -D"), { cwd: folder });
  const file = join(root, "etc/pulse/pulse.env");
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  const filled = Object.entries(SETTINGS).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^${name}=.*$`, "m"), `${name}="${value}"`),
    fs.readFileSync(file, "utf8"),
  );
  // Where systemd reads the file as root, this test's server may.
  fs.writeFileSync(file, filled);
  fs.chmodSync(file, 0o644);
  const checked = command("APP_ENV=production node build/tools/doctor.js --env-file");
  const report = await shell(checked, { cwd: folder, as: asServer });
  expect(report).toMatch(/^ok {4}settings .+ production/m);
  expect(report).toMatch(/\n0 failed, \d+ warnings\n$/);

  // Starts the same command as systemd.
  const unit = fs.readFileSync("deploy/pulse.service", "utf8");
  const value = (name: string) => new RegExp(`^${name}=(.+)$`, "m").exec(unit)?.[1] ?? "";
  expect(movePaths(` ${value("WorkingDirectory")}/`)).toBe(` ${folder}/`);
  expect(movePaths(` ${value("EnvironmentFile")}`)).toBe(` ${root}/etc/pulse/pulse.env`);
  const program = movePaths(value("ExecStart")).replace("/usr/bin/node", process.execPath);
  const service = await startBuiltServer({
    env: { ...env, ...SETTINGS },
    instead: { command: [...asServer, ...program.split(" ")], cwd: folder },
  });
  onTestFinished(() => service.kill());
  for (const path of [...EVERY_PAGE, "/metrics"]) {
    expect([path, (await rawRequest(service.url, path)).status]).toEqual([path, 200]);
  }
  expect(service.lines.join("\n")).toMatch(/ is ready at http/);
  expect(service.lines.join("\n")).not.toContain("APP_ENV");

  for (const start of ["mkdir -p deploy/cert", "mkdir -p /etc/haproxy/cert", "openssl req"]) {
    await shell(command(start));
  }
  expect(await shell(command("openssl x509"))).toBe("");
});
