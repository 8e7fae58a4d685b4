import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Catalogue } from "../../app/content/catalogue";
import { readEnvFile } from "../../server/process/env-file.server.js";
import { languages } from "../../server/process/languages.server";
import { readSettings, SettingsError, variableNames } from "../../server/process/settings.server";
import { fail, report, warn, type Finding } from "../../server/operations/doctor/finding";
import { misspeltNames } from "../../server/operations/doctor/misspelt-names";
import { reachFindings } from "../../server/operations/doctor/reach-findings";
import { settingsFindings } from "../../server/operations/doctor/settings-findings";
import { contentFindings } from "./content-findings";

/** Reads who has reviewed each language's texts, by language code; null for nobody yet. */
async function readReviewers(): Promise<Record<string, string | null>> {
  const read = languages.map(async (code) => {
    // esbuild bundles every file that matches the pattern.
    const file = (await import(`../../app/content/catalogues/${code}.ts`)) as {
      default: Catalogue;
    };
    return [code, file.default.reviewedBy] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Returns the file of `--env-file FILE`. @throws for any other argument */
function settingsFile(): string | undefined {
  // npm's script ends with `--`, because Node 20 would interpret an `--env-file` before it as its own option.
  const args = process.argv.slice(2).filter((arg) => arg !== "--");
  return parseArgs({ args, options: { "env-file": { type: "string" } } }).values["env-file"];
}

/**
 * Loads a file into the environment. Its values take precedence, as in a service that is started with the file. Only an
 * `APP_ENV` in the environment is kept, because the service gets that, too. A relative path starts at the folder in
 * which the command was started (`INIT_CWD`), because npm runs scripts in the package's folder.
 *
 * @returns warnings of comments after values, which are a part of the value for systemd, Docker and Kubernetes
 * @throws SettingsError when the file cannot be used
 */
function fillFromFile(file: string): Finding[] {
  const path = resolve(process.env.INIT_CWD ?? ".", file);
  const { values, problems } = readEnvFile(path, file);
  if (problems.length > 0) throw new SettingsError(problems);
  const { APP_ENV = values.APP_ENV } = process.env;
  Object.assign(process.env, values, APP_ENV !== undefined && { APP_ENV });
  const commented = readFileSync(path, "utf8").matchAll(/^[ \t]*(\w+)=[ \t]*(?!["'\s]).*[ \t]#/gm);
  const text = "has a comment after its value, which only .env allows: give it a line of its own";
  return Array.from(commented, ([, name = ""]) => warn(name, text));
}

/** Checks the settings that are in the environment now. */
async function examine(): Promise<Finding[]> {
  const misspelt = misspeltNames(Object.keys(process.env), variableNames);
  try {
    const settings = readSettings();
    return [
      ...misspelt,
      ...settingsFindings(settings, await readReviewers()),
      ...contentFindings(),
      ...(await reachFindings(settings)),
    ];
  } catch (error) {
    return [...misspelt, ...problemsOf(error)];
  }
}

function problemsOf(error: unknown): Finding[] {
  if (!(error instanceof SettingsError)) throw error;
  return error.problems.map((problem) => {
    const [subject = "", text = ""] = problem.split(/: (.*)/s);
    return fail(subject, text);
  });
}

async function findAll(): Promise<Finding[]> {
  let ofFile: Finding[] = [];
  try {
    const file = settingsFile();
    if (file !== undefined) ofFile = fillFromFile(file);
  } catch (error) {
    if (error instanceof SettingsError) return problemsOf(error);
    return [fail("command line", error instanceof Error ? error.message : String(error))];
  }
  return [...ofFile, ...(await examine())];
}

const findings = await findAll();
process.stdout.write(report(findings));
// Exits without waiting for a sandbox that is stopping, or for an open socket.
process.exit(findings.some(({ state }) => state === "FAIL") ? 1 : 0);
