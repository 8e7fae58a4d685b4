import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readEnvFile } from "../../server/process/env-file.server.js";
import { readSettings, SettingsError } from "../../server/process/settings.server";
import { fail, report, warn, type Finding } from "../../server/operations/doctor/finding";
import { reachFindings } from "../../server/operations/doctor/reach-findings";
import { settingsFindings } from "../../server/operations/doctor/settings-findings";
import { contentFindings } from "./content-findings";

/** Returns the file of `--env-file FILE`. @throws for any other argument */
function settingsFile(): string | undefined {
  // npm's script ends with `--`, because Node 20 would interpret an `--env-file` before it as its own option.
  const args = process.argv.slice(2).filter((arg) => arg !== "--");
  return parseArgs({ args, options: { "env-file": { type: "string" } } }).values["env-file"];
}

/**
 * Loads a file into the environment. Its values take precedence, as in a service that is started with the file. Only an
 * `APP_ENV` in the environment is kept, because the service gets that, too.
 *
 * @returns warnings of comments after values, which are a part of the value for systemd, Docker and Kubernetes
 * @throws SettingsError when the file cannot be used
 */
function fillFromFile(file: string): Finding[] {
  const { values, problems } = readEnvFile(file);
  if (problems.length > 0) throw new SettingsError(problems);
  const { APP_ENV = values.APP_ENV } = process.env;
  Object.assign(process.env, values, APP_ENV !== undefined && { APP_ENV });
  const commented = readFileSync(file, "utf8").matchAll(/^[ \t]*(\w+)=[ \t]*(?!["'\s]).*[ \t]#/gm);
  const text = "has a comment after its value, which only .env allows: give it a line of its own";
  return Array.from(commented, ([, name = ""]) => warn(name, text));
}

function problemsOf(error: unknown): Finding[] {
  if (error instanceof SettingsError) {
    return error.problems.map((problem) => {
      const [subject = "", text = ""] = problem.split(/: (.*)/s);
      return fail(subject, text);
    });
  }
  if (!(error instanceof TypeError && "code" in error)) throw error;
  return [fail("command line", error.message)];
}

const findings: Finding[] = [];
try {
  const file = settingsFile();
  if (file !== undefined) findings.push(...fillFromFile(file));
  const settings = readSettings();
  findings.push(...settingsFindings(settings), ...(await contentFindings(settings.languages)));
  findings.push(...(await reachFindings(settings)));
} catch (error) {
  findings.push(...problemsOf(error));
}
process.stdout.write(report(findings));
// Exits without waiting for a sandbox that is stopping, or for an open socket.
process.exit(findings.some(({ state }) => state === "FAIL") ? 1 : 0);
