import { execFile } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { EVERY_PAGE } from "../support/every-page";
import { freePort } from "../support/free-port";
import { FaultyUpstream } from "../support/faulty-upstream";
import { haproxyMissing, startHaproxy } from "../support/haproxy";
import { rawRequest } from "../support/raw-request";

/** In front of a command: makes it run as a user that can write nothing here. Only root can become another user. */
const asServer =
  process.getuid?.() === 0 ? ["setpriv", "--reuid=65533", "--regid=65533", "--clear-groups"] : [];

/** The commands of the page, in its order: what is indented, and what a sentence quotes. */
const commands = readFileSync("docs/deployment.md", "utf8")
  .split("\n")
  .flatMap((line) =>
    line.startsWith("    ")
      ? [line.trim()].filter((text) => !/^[A-Z_]+=\S+$/.test(text)) // a setting
      : [...line.matchAll(/`((?:[A-Z_]+=\S+ )?(?:npm|npx|node|openssl|docker) [^`]+)`/g)].map(
          ([, quoted = ""]) => quoted,
        ),
  );

const place = mkdtempSync(join(tmpdir(), "pulse-deployment-"));
const folder = join(place, "opt/pulse");

let upstream: FaultyUpstream;
let env: { NODE_ENV: "production" } & Record<string, string>;
let server: BuiltServer | undefined;

beforeAll(async () => {
  // Other users are to reach what lies in it.
  chmodSync(place, 0o755);
  for (const name of ["opt", "home", "etc/systemd/system", "etc/pulse"]) {
    mkdirSync(join(place, name), { recursive: true });
  }
  upstream = await FaultyUpstream.start();
  env = {
    NODE_ENV: "production",
    PATH: process.env.PATH ?? "",
    HOME: join(place, "home"),
    APP_ENV: "production",
    SITE_URL: "https://localhost",
    CORE_API_URL: upstream.origin,
    AUTH_API_URL: upstream.origin,
    SESSION_SECRET: "a secret of this deployment # and of 32 characters",
    TRUST_PROXY: "1",
    PORT: String(await freePort()),
  };
});
afterAll(async () => {
  await server?.kill();
  await upstream.stop();
  rmSync(place, { recursive: true, force: true, maxRetries: 3 });
});

/** A command with the places that it names below the test's own folder. */
const moved = (command: string) =>
  command
    .replaceAll(/(?<=[ =])\/(opt|etc)\//g, `${place}/$1/`)
    .replaceAll("pulse.tgz", join(place, "pulse.tgz"))
    .replaceAll("deploy/certificates", join(place, "certificates"));

/** Runs a command in a shell; rejects when it fails, with what it printed. */
async function shell(
  command: string,
  { cwd = ".", as = [] }: { cwd?: string; as?: string[] } = {},
) {
  const [program, ...args] = [...as, "sh", "-c", moved(command)];
  const { stdout } = await promisify(execFile)(program, args, { cwd, env });
  return stdout;
}

const onServer = (command: string) => shell(command, { cwd: existsSync(folder) ? folder : place });

/** The page's own words for it: made once for the whole run of the tests, from these very sources. */
async function standingBuild() {
  expect(await shell(`${process.execPath} scripts/build.js`)).toBe("");
}

/** The packages that npm chooses by the command's options, taken from here instead of fetched. */
async function install(command: string) {
  // It fails where somebody has added a package by hand, and names the others all the same.
  const list = await shell(`${command.replace("npm ci", "npm ls --all --parseable")} || true`);
  const packages = list
    .split("\n")
    .map((path) => relative(".", path))
    .filter((path) => path !== "" && path.lastIndexOf("node_modules") === 0);
  await shell(`cp -r --parents ${packages.join(" ")} ${folder}`);
}

async function serveByHand(command: string) {
  const instead = { command: [...asServer, ...command.split(" ")], cwd: folder };
  const byHand = await startBuiltServer({ env, instead });
  onTestFinished(() => byHand.kill());
  for (const path of EVERY_PAGE) {
    expect([path, (await rawRequest(byHand.url, path)).status]).toEqual([path, 200]);
  }
  // There is no METRICS_TOKEN.
  for (const [method, path] of [
    ["GET", "/metrics"],
    ["GET", "/pulsescout/dashboard/status"],
    ["POST", "/pulsescout/dashboard/refresh"],
  ] as const) {
    expect(await rawRequest(byHand.url, path, { method })).toMatchObject({ status: 404 });
  }
  expect(await byHand.stop()).toBe(0);
}

/** What systemd would start: the unit's command with its variables and its file of settings. */
async function startUnit() {
  const unit = readFileSync(join(place, "etc/systemd/system/pulse.service"), "utf8");
  const value = (name: string) => new RegExp(`^${name}=(.+)$`, "m").exec(unit)?.[1] ?? "";
  const pairs = (text: string): Record<string, string> =>
    Object.fromEntries(
      [...text.matchAll(/(\w+)=(?:"([^"\n]*)"|(\S+))/g)].map(
        ([, name = "", quoted, bare = ""]) => [name, quoted ?? bare] as const,
      ),
    );
  const { PATH = "", HOME = "" } = env;
  server = await startBuiltServer({
    env: {
      PATH,
      HOME,
      ...pairs(value("Environment")),
      ...pairs(readFileSync(moved(` ${value("EnvironmentFile")}`).trim(), "utf8")),
    },
    instead: {
      command: [
        ...asServer,
        ...value("ExecStart").replace("/usr/bin/node", process.execPath).split(" "),
      ],
      cwd: moved(` ${value("WorkingDirectory")}/`).trim(),
    },
  });
}

/** The shipped proxy speaks TLS with the page's certificate before what the page has installed. */
async function serveThroughProxy() {
  const { url = "" } = server ?? {};
  const certificates = join(place, "certificates/");
  const proxy = await startHaproxy([url, url], { CERTIFICATES: certificates });
  onTestFinished(() => proxy.stop());
  const ca = readFileSync(join(certificates, "site.pem"), "utf8");
  const asked = get(`${proxy.tlsUrl}/contactus`, { ca, agent: false });
  const [page] = (await once(asked, "response")) as [IncomingMessage];
  expect(page.resume().statusCode).toBe(200);
  expect(page.headers["strict-transport-security"]).toBeDefined();
}

/** Each command of the page and how it is run here; `null`: by another test, or by nothing but a Docker engine. */
const runs: Record<string, ((command: string) => Promise<unknown>) | null> = {
  "npm run doctor": null, // doctor.test.ts
  "npm ci": null, // by whoever runs the tests
  "npm run build": standingBuild,
  "tar -czf": shell,
  "mkdir -p /opt/pulse": onServer,
  "tar -xzf": onServer,
  "cd /opt/pulse": onServer,
  "npm ci --omit=dev --omit=optional": install,
  "node build/tools/doctor.js": async (command) => {
    if (!existsSync(folder)) return; // the page's first sentence; its turn comes
    expect(await shell(command, { cwd: folder, as: asServer })).toMatch(
      /\n0 failed, \d+ warnings\n$/,
    );
  },
  "node --max-old-space-size=512 server/main.js": serveByHand,
  "npm run serve": null, // serve.test.ts
  "APP_ENV=production node build/tools/doctor.js --env-file": async (command) => {
    const { NODE_ENV, PATH, HOME, APP_ENV, ...settings } = env;
    const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"\n`);
    writeFileSync(join(place, "etc/pulse/pulse.env"), lines.join(""));
    expect(APP_ENV).toBe("production");
    const [program, ...args] = [...asServer, "sh", "-c", moved(command)];
    const bare = { cwd: folder, env: { NODE_ENV, PATH, HOME } };
    const { stdout } = await promisify(execFile)(program, args, bare);
    expect(stdout).toMatch(/^ok {4}settings .+ production/m);
  },
  "cp deploy/pulse.service": (command) => shell(command, { cwd: folder }),
  "systemctl enable --now pulse": startUnit,
  "journalctl -u pulse -o cat": () =>
    Promise.resolve(expect(server?.lines.join("\n")).toMatch(/ is ready at http/)),
  "mkdir -p deploy/certificates": async (command) => {
    await shell(command);
    if (!haproxyMissing) await serveThroughProxy();
  },
  "docker compose": null,
  "docker build": null, // tests/architecture/dockerfile.test.ts
  "docker run": null,
};

/** The longest name that a command begins with. */
const nameOf = (command: string) =>
  Object.keys(runs)
    .filter((name) => command.startsWith(name))
    .toSorted((a, b) => b.length - a.length)[0];

// Each needs what those before it have installed.
describe("the page about deployment", { shuffle: false }, () => {
  it("has no command that is not run here", () => {
    expect(commands.filter((command) => nameOf(command) === undefined)).toEqual([]);
  });

  it.each(commands.filter((command) => runs[nameOf(command) ?? ""]).map((command) => [command]))(
    "%s",
    async (command) => void (await runs[nameOf(command) ?? ""]?.(command)),
  );
});
