import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { claims } from "../../app/content/claims";
import type { Catalogue } from "../../app/content/catalogue";
import { readEnvFile } from "../../server/process/env-file.server.js";
import { languages } from "../../server/process/languages.server";
import { readSettings, SettingsError, type Settings } from "../../server/process/settings.server";
import { fail, report, type Finding } from "../../server/operations/doctor/finding";
import { reachFindings } from "../../server/operations/doctor/reach-findings";
import { settingsFindings } from "../../server/operations/doctor/settings-findings";
import { placeholderLists } from "../content/placeholder-lists";
import { claimFindings, contentFindings } from "./content-findings";

async function examine(settings: Settings, deep: boolean): Promise<Finding[]> {
  return [
    ...settingsFindings(settings, await readReviewers()),
    ...contentFindings(placeholderLists),
    ...claimFindings(claims),
    ...(await reachFindings(settings, deep)),
  ];
}

/** Who has read a language's texts, by its code; null for nobody yet. */
async function readReviewers(): Promise<Record<string, string | null>> {
  const read = languages.map(async (code) => {
    // The bundle holds every file that the pattern fits.
    const file = (await import(`../../app/content/catalogues/${code}.ts`)) as {
      default: Catalogue;
    };
    return [code, file.default.reviewedBy] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** `--env-file FILE`, and `--deep`: the upstream's answers are compared with what is expected of them. */
function commandLine() {
  // npm's script ends with `--`: Node 20 would take an `--env-file` before it for its own.
  const args = process.argv.slice(2).filter((arg) => arg !== "--");
  const options = { "env-file": { type: "string" }, deep: { type: "boolean" } } as const;
  return parseArgs({ args, options }).values;
}

/**
 * Reads a file into the environment. What it says wins, as in a service that is started with it, but for the `APP_ENV`
 * that the doctor is started with: the service is, too. A relative path starts where the person stands: npm runs scripts
 * in the package's folder.
 *
 * @throws SettingsError when the file cannot be used
 */
function fillFromFile(file: string): void {
  const { values, problems } = readEnvFile(resolve(process.env.INIT_CWD ?? ".", file), file);
  if (problems.length > 0) throw new SettingsError(problems);
  const { APP_ENV = values.APP_ENV } = process.env;
  Object.assign(process.env, values, APP_ENV !== undefined && { APP_ENV });
}

function unusable(error: unknown): Finding[] {
  if (!(error instanceof SettingsError)) throw error;
  return error.problems.map((problem) => {
    const [subject = "", text = ""] = problem.split(/: (.*)/s);
    return fail(subject, text);
  });
}

async function findAll(): Promise<Finding[]> {
  let asked: ReturnType<typeof commandLine>;
  try {
    asked = commandLine();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return [fail("command line", text)];
  }
  let settings: Settings;
  try {
    if (asked["env-file"] !== undefined) fillFromFile(asked["env-file"]);
    settings = readSettings();
  } catch (error) {
    return unusable(error);
  }
  return examine(settings, asked.deep === true);
}

const findings = await findAll();
process.stdout.write(report(findings));
// A plain exit: neither a sandbox on its way out nor an open socket is waited for.
process.exit(findings.some(({ state }) => state === "FAIL") ? 1 : 0);
