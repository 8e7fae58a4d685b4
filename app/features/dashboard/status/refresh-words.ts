import type { ManualRefresh } from "server/cache/manual-refresh.server";
import type { DashboardResource } from "server/cache/policies.server";
import { ceilToSecond, formatExactDateTime } from "~/lib/format-date";
import { errorText, resourceNames } from "./status-words";

/** What pressing `Refresh now` has led to, in a sentence. */
export function refreshText(resource: DashboardResource, refresh: ManualRefresh): string {
  const name = resourceNames[resource];
  const exact = (time: number) => formatExactDateTime(ceilToSecond(time));
  switch (refresh.outcome) {
    case "refreshed":
      return `${name}: refreshed.`;
    case "resting":
      return `${name}: asked for a moment ago. Refresh again from ${exact(refresh.until)} on.`;
    case "failed":
      return `${name}: not refreshed, ${errorText(refresh.error)}. Try again from ${exact(refresh.until)} on.`;
  }
}
