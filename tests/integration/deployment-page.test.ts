import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { freePort } from "../support/free-port";
import { FaultyUpstream } from "../support/faulty-upstream";
import { haproxyMissing, startHaproxy } from "../support/haproxy";
import { rawRequest } from "../support/raw-request";
import { tlsRequest } from "./tls-request";

/** Who installs, and who serves and can write nothing: users without rights. Only root can become somebody else. */
const INSTALLER = 65_534;
const SERVER = 65_533;
const root = process.getuid?.() === 0;
const as = (user: number) =>
  root ? ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups"] : [];

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
  for (const name of ["opt", "home"]) chmodSync(join(place, name), 0o777);
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
async function shell(command: string, options: { cwd?: string; user?: number } = {}) {
  const { cwd = ".", user } = options;
  const [program, ...args] = [...(user ? as(user) : []), "sh", "-c", moved(command)];
  const { stdout } = await promisify(execFile)(program, args, { cwd, env });
  return stdout;
}

const install = (command: string) =>
  shell(command, { cwd: existsSync(folder) ? folder : place, user: INSTALLER });

/** The page's own words for it: made once for the whole run of the tests, from these very sources. */
async function standingBuild() {
  expect(await shell(`${process.execPath} scripts/build.js`)).toBe("");
}

async function serveByHand(command: string) {
  const instead = { command: [...as(SERVER), ...command.split(" ")], cwd: folder };
  const byHand = await startBuiltServer({ env, instead });
  expect(await rawRequest(byHand.url, "/contactus")).toMatchObject({ status: 200 });
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
        ...as(SERVER),
        ...value("ExecStart").replace("/usr/bin/node", process.execPath).split(" "),
      ],
      cwd: moved(` ${value("WorkingDirectory")}/`).trim(),
    },
  });
}

/** Each command of the page and how it is run here; `null`: by another test, or by nothing but a Docker engine. */
const runs: Record<string, ((command: string) => Promise<unknown>) | null> = {
  "npm run doctor": null, // doctor.test.ts
  "npm ci": standingBuild,
  "npm run build": standingBuild,
  "tar -czf": shell,
  "mkdir -p /opt/pulse": install,
  "tar -xzf": install,
  "cd /opt/pulse": install,
  "npm ci --omit=dev --omit=optional": install,
  "node build/tools/doctor.js": async (command) => {
    if (!existsSync(folder)) return; // the page's first sentence; its turn comes
    expect(await shell(command, { cwd: folder, user: SERVER })).toMatch(
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
    const [program, ...args] = [...as(SERVER), "sh", "-c", moved(command)];
    const bare = { cwd: folder, env: { NODE_ENV, PATH, HOME } };
    const { stdout } = await promisify(execFile)(program, args, bare);
    expect(stdout).toMatch(/^ok {4}settings .+ production/m);
  },
  "cp deploy/pulse.service": (command) => shell(command, { cwd: folder }),
  "systemctl enable --now pulse": startUnit,
  "journalctl -u pulse -o cat": () =>
    Promise.resolve(expect(server?.lines.join("\n")).toMatch(/ is ready at http/)),
  "mkdir -p deploy/certificates": shell,
  "docker compose": null,
  "docker build": null, // dockerfile.test.ts
  "docker run": null,
  "WHOLE_PROOF=1 npx vitest run tests/integration/rolling-restart.test.ts": null,
  "openssl rand -hex 32": async (command) => {
    expect((await shell(command)).trim()).toHaveLength(64);
  },
};

/** The longest name that a command begins with. */
const nameOf = (command: string) =>
  Object.keys(runs)
    .filter((name) => command.startsWith(name))
    .toSorted((a, b) => b.length - a.length)[0];

// Each needs what those before it have installed, in random order of the suites too.
describe("the way to a deployment", { shuffle: false }, () => {
  describe("the page about deployment", () => {
    it("has no command that is not run", () => {
      expect(commands.filter((command) => nameOf(command) === undefined)).toEqual([]);
      const used = new Set(commands.map(nameOf));
      expect(Object.keys(runs).filter((name) => !used.has(name))).toEqual([]);
    });

    it.each(commands.map((command) => [command]))(
      "%s",
      async (command) => {
        await runs[nameOf(command) ?? ""]?.(command);
      },
      120_000,
    );
  });

  describe.skipIf(haproxyMissing)("the proxy before what the page installs", () => {
    const behindProxy = async (settings: Record<string, string>) => {
      const url = server?.url ?? "";
      return startHaproxy([url, url], { CERTIFICATES: join(place, "certificates/"), ...settings });
    };

    it("serves https with the certificate, and leads there", async () => {
      const proxy = await behindProxy({ SITE_URL: "https://localhost" });
      const certificate = readFileSync(join(place, "certificates/site.pem"), "utf8");
      const forged = { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "http" };
      const page = await tlsRequest(proxy.tlsUrl, "/contactus", certificate, forged);
      expect(page.status).toBe(200);
      expect(page.headers["strict-transport-security"]).toBeDefined();
      const plain = await rawRequest(proxy.url, "/contactus?audience=individual", {
        headers: forged,
      });
      expect(plain).toMatchObject({
        status: 308,
        headers: { location: "https://localhost/contactus?audience=individual" },
      });
      await proxy.stop();
    });

    it("believes the proxy in front of it, and nobody else", async () => {
      const headers = {
        "x-forwarded-proto": "https",
        "x-forwarded-for": "198.51.100.1, 203.0.113.7",
      };
      const proxy = await behindProxy({ OUTER_PROXIES: "192.0.2.0/24 127.0.0.1" });
      const page = await rawRequest(proxy.url, "/contactus", { headers });
      expect(page.status).toBe(200);
      expect(page.headers["strict-transport-security"]).toBeDefined();
      expect(await rawRequest(proxy.url, "/contactus")).toMatchObject({ status: 200 });
      await proxy.stop();
      // Lines of the log are written together, a moment later.
      const networks = () =>
        (server?.lines ?? [])
          // The proxy asks for other paths by itself.
          .filter((line) => line.includes('"/contactus"'))
          .flatMap((line) => /"client":"(\d+\.\d+\.\d+)\./.exec(line)?.[1] ?? []);
      await expect.poll(() => networks().slice(-2)).toEqual(["203.0.113", "127.0.0"]);

      const elsewhere = await behindProxy({ OUTER_PROXIES: "192.0.2.0/24" });
      expect(await rawRequest(elsewhere.url, "/contactus", { headers })).toMatchObject({
        status: 308,
      });
      await elsewhere.stop();
    });
  });
});
