import { readSettings, SettingsError, type Settings } from "../settings.server";
import { report, type Finding } from "./finding";
import { reachFindings } from "./reach-findings";
import { settingsFindings } from "./settings-findings";

async function examine(settings: Settings): Promise<Finding[]> {
  return [...settingsFindings(settings), ...(await reachFindings(settings))];
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

const read = settingsOrFindings();
const findings = Array.isArray(read) ? read : await examine(read);
process.stdout.write(report(findings));
// A plain exit: neither a sandbox on its way out nor an open socket is waited for.
process.exit(findings.some(({ state }) => state === "FAIL") ? 1 : 0);
