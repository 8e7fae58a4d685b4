import { constants } from "node:os";

/**
 * Takes the signals that ask this process to end, so that it can end what it has started.
 *
 * @returns {AbortSignal} aborted by the first of them; its reason is the exit status to leave with
 */
export function interruption() {
  const controller = new AbortController();
  for (const name of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(name, () => controller.abort(128 + constants.signals[name]));
  }
  return controller.signal;
}
