import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import type { Catalogue } from "../../app/content/catalogue";
import { languages } from "../../server/languages.server";
import { readSettings, SettingsError, type Settings } from "../../server/settings.server";
import { report, type Finding } from "../../server/doctor/finding";
import { reachFindings } from "../../server/doctor/reach-findings";
import { settingsFindings } from "../../server/doctor/settings-findings";
import { placeholderLists } from "../content/placeholder-lists";
import { contentFindings } from "./content-findings";

async function examine(settings: Settings, deep: boolean): Promise<Finding[]> {
  return [
    ...settingsFindings(settings, await readReviewers()),
    ...contentFindings(placeholderLists),
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
 * Reads a file into the environment. What it says wins, as in a service that is started with it. A relative path
 * starts where the person stands: npm runs scripts in the package's folder.
 */
function readEnvFile(file: string): void {
  const path = resolve(process.env.INIT_CWD ?? ".", file);
  Object.assign(process.env, parseEnv(readFileSync(path, "utf8")));
}

function unusable(error: unknown): Finding[] {
  if (!(error instanceof SettingsError)) throw error;
  return error.problems.map((problem) => {
    const [subject = "", text = ""] = problem.split(/: (.*)/s);
    return { state: "FAIL", subject, text };
  });
}

function settingsOrFindings(): Settings | Finding[] {
  try {
    return readSettings();
  } catch (error) {
    return unusable(error);
  }
}

async function findAll(): Promise<Finding[]> {
  let deep = false;
  try {
    const asked = commandLine();
    deep = asked.deep === true;
    if (asked["env-file"] !== undefined) readEnvFile(asked["env-file"]);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return [{ state: "FAIL", subject: "command line", text }];
  }
  const read = settingsOrFindings();
  return Array.isArray(read) ? read : examine(read, deep);
}

const findings = await findAll();
process.stdout.write(report(findings));
// A plain exit: neither a sandbox on its way out nor an open socket is waited for.
process.exit(findings.some(({ state }) => state === "FAIL") ? 1 : 0);
