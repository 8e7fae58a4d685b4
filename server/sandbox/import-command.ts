import { SingleBar } from "cli-progress";
import { readSettings } from "../process/settings.server";
import { failureText, PlainError } from "./plain-error";
import { importTrips, NoTripError, type ImportSummary } from "./trip-import";

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
  printSummary(await summary.finally(() => bar.stop()));
}

function printSummary({ read, taken, rejected, reasons }: ImportSummary): void {
  const lines = [
    `read ${read}`,
    `taken ${taken}`,
    `rejected ${rejected}`,
    ...[...reasons].map(([reason, count]) => `${reason} ${count}`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof NoTripError) printSummary(error.summary);
  process.stderr.write(`${failureText(error)}\n`);
  process.exitCode = 1;
});
