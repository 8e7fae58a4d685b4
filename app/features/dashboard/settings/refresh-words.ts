import type { HandRefresh } from "server/cache/hand-refresh.server";
import type { DashboardResource } from "server/cache/policies.server";
import { formatExactDateTime } from "~/lib/format-date";
import { errorText, resourceNames } from "./status-words";

/** What pressing `Refresh now` has led to, in a sentence. */
export function refreshText(resource: DashboardResource, refresh: HandRefresh): string {
  const name = resourceNames[resource];
  switch (refresh.outcome) {
    case "refreshed":
      return `${name}: refreshed.`;
    case "resting":
      return `${name}: asked for a moment ago. Refresh again from ${momentAfter(refresh.until)} on.`;
    case "failed":
      return `${name}: not refreshed, ${errorText(refresh.error)}. Try again from ${momentAfter(refresh.until)} on.`;
  }
}

/** In whole seconds, and never too early. */
export function momentAfter(time: number): string {
  return formatExactDateTime(Math.ceil(time / 1000) * 1000);
}
