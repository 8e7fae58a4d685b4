import { SingleBar } from "cli-progress";
import { readSettings } from "../process/settings.server";
import { failureText, PlainError } from "./plain-error";
import { importTrips } from "./trip-import";

/** Runs `npm run sandbox:import -- FILE…`. */
async function main(files: readonly string[]): Promise<void> {
  if (files.length === 0) throw new PlainError("Usage: npm run sandbox:import -- FILE…");
  const { sandboxDb } = readSettings();
  const bar = new SingleBar({
    format: "reading [{bar}] {percentage}% | {duration_formatted}",
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
  });
  bar.start(1, 0);
  const summary = importTrips(files, sandboxDb, (bytesRead, bytesInAll) => {
    bar.setTotal(bytesInAll);
    bar.update(bytesRead);
  });
  // The bar must clear its line before anything else is written there.
  const { read, taken, rejected, reasons } = await summary.finally(() => bar.stop());
  const counts = [...Object.entries({ read, taken, rejected }), ...reasons];
  process.stdout.write(counts.map(([name, count]) => `${name} ${count}\n`).join(""));
  if (taken === 0) throw new PlainError("There is no trip in what was given; the old trips stay.");
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${failureText(error)}\n`);
  process.exitCode = 1;
});
