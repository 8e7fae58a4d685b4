import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

// `node scripts/side-by-side.js COMMAND…` runs commands at once. The output of the first is seen as it comes, that of each
// other one as a whole, after the first has ended. After a failure only the output of others that fail follows.
const runs = process.argv.slice(2).map((command, at) => {
  const stdout = at === 0 ? "inherit" : "pipe";
  const child = spawn(`(${command}) 2>&1`, { shell: true, stdio: ["ignore", stdout, "inherit"] });
  return { ended: once(child, "close"), output: child.stdout ? text(child.stdout) : "" };
});

let failed = false;
for (const { ended, output } of runs) {
  const [status] = await ended;
  if (status !== 0 || !failed) process.stdout.write(await output);
  failed ||= status !== 0;
}
process.exitCode = failed ? 1 : 0;
