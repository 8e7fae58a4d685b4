import type { ReportRequest } from "server/dashboard/report/report.server";
import { formatDay } from "~/lib/format-day";

/** Title of a report, under which a payout can be filed: its days, and its wallet or country. */
export function titleOf({ from, to, q, country }: ReportRequest): string {
  const range = from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
  return [q && `Statement of wallet ${q}`, country, range].filter(Boolean).join(", ");
}

/** A day with a mark while it runs. @param today `YYYY-MM-DD` (UTC) */
export function dayText(day: string, today: string): string {
  return day === today ? `${formatDay(day)}, so far` : formatDay(day);
}
