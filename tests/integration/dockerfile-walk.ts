import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** What the last stage of the Dockerfile came to. */
export interface Image {
  /** The folder that its programs are started in. */
  folder: string;
  env: Record<string, string>;
  user: string | null;
  command: string[];
  healthCheck: string[];
  remove(): void;
}

interface Instruction {
  name: string;
  rest: string;
}

/** A stage under way. */
interface Stage {
  /** Its root of the file system. */
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: string | null;
  command: string[];
  healthCheck: string[];
}

/** The names that `.dockerignore` keeps out, all of them at the top of the repository. */
export function ignoredNames(): string[] {
  return readFileSync(".dockerignore", "utf8").split("\n").filter(Boolean);
}

/**
 * Walks the Dockerfile without Docker: each stage is a folder of its own that holds what its steps put there, and
 * nothing else. Where a step would ask a registry, the packages come from here, chosen as npm chooses them; where it
 * would build, the standing build is taken if it was made from the very files that were copied.
 *
 * @throws at a step that it does not know, or that would fail
 */
export function walkDockerfile(): Image {
  const place = mkdtempSync(join(tmpdir(), "pulse-image-"));
  // Another user is to read it.
  chmodSync(place, 0o755);
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const { name, rest } of instructions(readFileSync("Dockerfile", "utf8"))) {
    if (name === "FROM") {
      const [image, alias] = rest.split(/ AS /i);
      if (!/^node:\d+-[a-z-]+$/.test(image ?? "")) throw new Error(`an unknown base: ${rest}`);
      const root = join(place, `${stages.size}`);
      stage = { root, workdir: root, env: {}, user: null, command: [], healthCheck: [] };
      stages.set(alias ?? "", stage);
    } else if (stage === undefined) throw new Error(`${name} before FROM`);
    else take(stage, { name, rest }, stages);
  }
  if (stage === undefined) throw new Error("no stage");
  const { workdir: folder, env, user, command, healthCheck } = stage;
  const remove = () => rmSync(place, { recursive: true, force: true });
  return { folder, env, user, command, healthCheck, remove };
}

function instructions(text: string): Instruction[] {
  return text
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [, name = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
      return { name, rest };
    });
}

function take(stage: Stage, { name, rest }: Instruction, stages: Map<string, Stage>): void {
  switch (name) {
    case "ARG":
    case "ENV":
      for (const [, key = "", value = ""] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[key] = value;
      return;
    case "WORKDIR":
      stage.workdir = join(stage.root, rest);
      mkdirSync(stage.workdir, { recursive: true });
      return;
    case "COPY":
      return copy(stage, rest.split(" "), stages);
    case "RUN":
      return run(
        stage,
        rest.replace(/\$(\w+)/g, (_, key: string) => stage.env[key] ?? ""),
      );
    case "USER":
      stage.user = rest;
      return;
    case "EXPOSE":
      return;
    case "HEALTHCHECK":
      stage.healthCheck = execForm(rest.replace(/^.*?CMD /, ""));
      return;
    case "CMD":
      stage.command = execForm(rest);
      return;
    default:
      throw new Error(`an unknown step: ${name} ${rest}`);
  }
}

/** Anything else would be run by a shell, which passes no signal on. */
function execForm(text: string): string[] {
  return JSON.parse(text) as string[]; // Docker takes nothing but a list of texts for one
}

function copy({ workdir }: Stage, words: string[], stages: Map<string, Stage>): void {
  const from = words.find((word) => word.startsWith("--from="))?.slice("--from=".length);
  const places = words.filter((word) => !word.startsWith("--"));
  const target = places.pop() ?? "";
  for (const source of places) {
    if (from !== undefined) {
      const origin = stages.get(from);
      if (origin === undefined) throw new Error(`no stage ${from}`);
      // No other stage asks for it.
      renameSync(join(origin.root, source), join(workdir, target));
    } else if (source === ".") {
      const ignored = new Set(ignoredNames());
      for (const name of readdirSync(".").filter((entry) => !ignored.has(entry))) {
        cpSync(name, join(workdir, target, name), { recursive: true });
      }
    } else {
      if (ignoredNames().includes(source.split("/")[0] ?? ""))
        throw new Error(`${source} is ignored`);
      const into = target.endsWith("/")
        ? join(workdir, target, basename(source))
        : join(workdir, target);
      cpSync(source, into, { recursive: true });
    }
  }
}

function run({ root, workdir }: Stage, command: string): void {
  const words = command.split(" ");
  if (command.startsWith("install -d -o node /")) {
    mkdirSync(join(root, words.at(-1) ?? ""), { recursive: true });
    return;
  }
  if (command.startsWith("npm ci ")) return install(workdir, words);
  if (command !== "npm run build") throw new Error(`an unknown command: ${command}`);
  linkTree("build", join(workdir, "build"));
  // Says nothing and does nothing when the build was made from what lies here.
  const options = { cwd: workdir, encoding: "utf8", stdio: "pipe" } as const;
  const { stdout, status } = spawnSync(process.execPath, ["scripts/build.js"], options);
  if (status !== 0 || stdout !== "") throw new Error("the build was made from other files");
}

interface LockedPackage {
  dev?: true;
  optional?: true;
  devOptional?: true;
}

/** Puts there what `npm ci` would, by the lock file's own marks. */
function install(workdir: string, words: string[]): void {
  // The build is not made again, so nothing is missing.
  if (words.includes("--include=dev")) return;
  if (!words.includes("--omit=dev")) throw new Error(`an unknown choice: ${words.join(" ")}`);
  const withOptional = !words.includes("--omit=optional");
  const lock = readFileSync(join(workdir, "package-lock.json"), "utf8");
  const { packages } = JSON.parse(lock) as { packages: Record<string, LockedPackage> };
  for (const [path, { dev, optional, devOptional }] of Object.entries(packages)) {
    if (path === "" || dev || (!withOptional && (optional || devOptional))) continue;
    if (optional && !existsSync(path)) continue; // for another platform
    // What lies within is listed by itself.
    linkTree(path, join(workdir, path), (name) => name !== "node_modules");
  }
}

/** A copy that takes no room: its files are the very same ones, so nothing may write to them. */
function linkTree(
  source: string,
  target: string,
  wanted: (name: string) => boolean = () => true,
): void {
  if (statSync(source).isDirectory()) {
    mkdirSync(target, { recursive: true });
    for (const name of readdirSync(source).filter(wanted)) {
      linkTree(join(source, name), join(target, name), wanted);
    }
    return;
  }
  try {
    linkSync(source, target);
  } catch {
    // Another file system.
    copyFileSync(source, target);
  }
}
