import { basename } from "node:path";

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
 * The order in which test files begin: long ones first.
 *
 * @implements {TestSequencer}
 */
export class TestOrder {
  /** @param {TestSpecification[]} files */
  shard(files) {
    return Promise.resolve(files);
  }

  /** @param {TestSpecification[]} files */
  sort(files) {
    const place = (/** @type {string} */ file) => {
      const found = LONG.indexOf(basename(file));
      return found === -1 ? LONG.length : found;
    };
    return Promise.resolve(files.toSorted((a, b) => place(a.moduleId) - place(b.moduleId)));
  }
}
