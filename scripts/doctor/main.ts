import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Catalogue } from "../../app/content/catalogue";
import { readEnvFile } from "../../server/process/env-file.server.js";
import { languages } from "../../server/process/languages.server";
import { readSettings, SettingsError, type Settings } from "../../server/process/settings.server";
import { fail, report, type Finding } from "../../server/operations/doctor/finding";
import { reachFindings } from "../../server/operations/doctor/reach-findings";
import { settingsFindings } from "../../server/operations/doctor/settings-findings";
import { contentFindings } from "./content-findings";

async function examine(settings: Settings): Promise<Finding[]> {
  return [
    ...settingsFindings(settings, await readReviewers()),
    ...contentFindings(),
    ...(await reachFindings(settings)),
  ];
}

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

/** Parses `--env-file FILE`. @throws SettingsError for anything else */
function commandLine() {
  // npm's script ends with `--`, because Node 20 would interpret an `--env-file` before it as its own option.
  const args = process.argv.slice(2).filter((arg) => arg !== "--");
  try {
    return parseArgs({ args, options: { "env-file": { type: "string" } } }).values;
  } catch (error) {
    throw new SettingsError([`command line: ${(error as Error).message}`]); // of parseArgs
  }
}

/**
 * Loads a file into the environment. Its values take precedence, as in a service that is started with the file. Only an
 * `APP_ENV` in the environment is kept, because the service gets that, too. A relative path starts at the folder in
 * which the command was started (`INIT_CWD`), because npm runs scripts in the package's folder.
 *
 * @throws SettingsError when the file cannot be used
 */
function fillFromFile(file: string): void {
  const { values, problems } = readEnvFile(resolve(process.env.INIT_CWD ?? ".", file), file);
  if (problems.length > 0) throw new SettingsError(problems);
  const { APP_ENV = values.APP_ENV } = process.env;
  Object.assign(process.env, values, APP_ENV !== undefined && { APP_ENV });
}

async function findAll(): Promise<Finding[]> {
  try {
    const { "env-file": file } = commandLine();
    if (file !== undefined) fillFromFile(file);
    return await examine(readSettings());
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.problems.map((problem) => {
      const [subject = "", text = ""] = problem.split(/: (.*)/s);
      return fail(subject, text);
    });
  }
}

const findings = await findAll();
process.stdout.write(report(findings));
// Exits without waiting for a sandbox that is stopping, or for an open socket.
process.exit(findings.some(({ state }) => state === "FAIL") ? 1 : 0);
