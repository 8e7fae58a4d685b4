import { readSettings, SettingsError, type Settings } from "../../server/settings.server";
import { report, type Finding } from "../../server/doctor/finding";
import { reachFindings } from "../../server/doctor/reach-findings";
import { settingsFindings } from "../../server/doctor/settings-findings";
import { placeholderLists } from "../content/placeholder-lists";
import { contentFindings } from "./content-findings";

async function examine(settings: Settings): Promise<Finding[]> {
  return [
    ...settingsFindings(settings),
    ...contentFindings(placeholderLists),
    ...(await reachFindings(settings)),
  ];
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
