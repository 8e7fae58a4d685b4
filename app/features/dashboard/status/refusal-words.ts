import type { OperatorRefusal } from "server/status/operator-refusal.server";
import { ceilToSecond, formatExactDateTime } from "~/lib/format-date";

/** Why the operators' page is not shown, in a sentence. */
export function refusalText({ status, until }: OperatorRefusal): string {
  if (until !== null) {
    const from = formatExactDateTime(ceilToSecond(until));
    return `Too many wrong passwords came from your network. Try again from ${from} on.`;
  }
  return status === 404
    ? "There is no page at this address."
    : "This page is for operators: its password is the metrics token.";
}
