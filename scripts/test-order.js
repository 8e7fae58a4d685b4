import { createHash } from "node:crypto";
import { basename, relative } from "node:path";

/**
 * @typedef {import("vitest/node").TestSequencer} TestSequencer
 *
 * @typedef {import("vitest/node").TestSpecification} TestSpecification
 */

/**
 * The integration tests that take the longest, the longest first. They begin first, so that no worker is left with one
 * at the end while the others have nothing to do.
 */
export const LONG = [
  "prometheus-alerts",
  "deployment-page",
  "upstream-dead-for-a-minute",
  "http-process",
  "torture",
  "log-destination",
  "redis-instances",
  "http-overload",
  "upstream-breaker",
  "deletion-edges",
  "deletion-languages",
  "dev-server",
  "rolling-restart",
  "upstream-network-faults",
  "http-drain",
  "doctor",
  "contact-form",
  "file-descriptors",
  "redis-failover",
  "sandbox-words",
  "upstream-http-client",
].map((name) => `${name}.test.ts`);

/**
 * The order in which test files begin: long ones first; where the tests are shaken, one that the seed decides.
 *
 * @implements {TestSequencer}
 */
export class TestOrder {
  /** @param {{ config: { root: string, sequence: { shuffle?: unknown, seed: number } } }} vitest */
  constructor({ config }) {
    this.config = config;
  }

  /** @param {TestSpecification[]} files */
  shard(files) {
    return Promise.resolve(files);
  }

  /** @param {TestSpecification[]} files */
  sort(files) {
    const { root, sequence } = this.config;
    const place = (/** @type {string} */ file) => {
      if (!sequence.shuffle)
        return LONG.includes(basename(file)) ? LONG.indexOf(basename(file)) : LONG.length;
      const chance = createHash("sha1").update(`${sequence.seed} ${relative(root, file)}`);
      return chance.digest().readUInt32BE();
    };
    return Promise.resolve(files.toSorted((a, b) => place(a.moduleId) - place(b.moduleId)));
  }
}
