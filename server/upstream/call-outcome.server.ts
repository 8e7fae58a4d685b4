import type { UpstreamError } from "./upstream-error.server";

/**
 * Whether a failed call certainly had no effect: it never left, or the upstream clearly refused
 * it. A timeout, a 5xx and an answer that was not understood leave that open, words in place of an answer too.
 */
export function certainlyDidNotHappen(error: UpstreamError): boolean {
  if (!error.sent) return true;
  const { kind, status = 0, cause } = error;
  // A refusal that was only read out of an answer has that answer as its cause.
  if (kind === "refused") return cause === undefined;
  return kind === "http" && status >= 400 && status < 500 && status !== 408;
}
