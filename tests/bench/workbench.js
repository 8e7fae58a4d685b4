import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBareServer } from "./bare-server.js";
import { buildWithEmptyRoute } from "./empty-route-build.js";
import { startLoadGenerator } from "./load-generator.js";
import { startSandbox } from "./sandbox.js";
import { startServer } from "./server-under-test.js";

/** @typedef {ReturnType<typeof openWorkbench>} Workbench */

/**
 * What the rows measure with; each process is started when a row first asks for it.
 *
 * @param {object} options
 * @param {string} options.root the repository, built
 * @param {number} options.rounds
 * @param {number} options.seconds of one side of one round
 * @param {(text: string) => void} options.say progress
 */
export function openWorkbench({ root, rounds, seconds, say }) {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  /** @type {(() => unknown)[]} */
  const ends = [];

  /**
   * What is to be stopped when all is measured.
   *
   * @template {{ stop: () => unknown }} T
   * @param {T | Promise<T>} starting
   */
  async function keep(starting) {
    const started = await starting;
    ends.push(() => started.stop());
    return started;
  }

  const generator = once(() => keep(startLoadGenerator()));
  const sandbox = once(() => keep(startSandbox(root, join(folder, "generated.duckdb"))));

  /** A server of the product. @param {string} upstream @param {string} [built] the repository or a copy of it */
  const start = (upstream, built = root) => startServer({ root: built, upstream, folder });

  return {
    root,
    folder,
    rounds,
    seconds,
    say,
    keep,
    sandbox,
    start,
    /** @param {import("./load-generator.js").Asked} asked */
    load: async (asked) => (await generator()).load(asked),
    /** The product before the sandbox's generated fleet. */
    server: once(async () => keep(start((await sandbox()).url))),
    /** The same with one more route, `/bench/empty`, in the same build. */
    serverWithEmptyRoute: once(async () => {
      const copy = join(root, ".cache/bench");
      say("building the product with an empty route beside it");
      buildWithEmptyRoute(root, copy);
      return keep(start((await sandbox()).url, copy));
    }),
    bareServer: once(() => keep(startBareServer())),
    async close() {
      for (const end of ends.reverse()) await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @template T @param {() => T} make @returns {() => T} */
function once(make) {
  /** @type {{ value: T } | undefined} */
  let made;
  return () => (made ??= { value: make() }).value;
}
