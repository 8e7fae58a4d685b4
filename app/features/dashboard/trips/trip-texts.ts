import type { Pagination } from "server/upstream/contracts/trips.server";
import { grouped } from "~/lib/format-metric";

/** First 6 characters, an ellipsis, last 4. Wallets of up to 12 characters stay unchanged. */
export function shortenWallet(wallet: string): string {
  const characters = Array.from(wallet);
  if (characters.length <= 12) return wallet;
  return `${characters.slice(0, 6).join("")}…${characters.slice(-4).join("")}`;
}

/** Range of trips on the page, as in `1-12 of 48,210`. @param shown number of rows on the page */
export function rangeText(pagination: Pagination, shown: number): string {
  const total = grouped(pagination.totalItems);
  if (shown === 0) return `0 of ${total}`;
  const before = (pagination.currentPage - 1) * pagination.itemsPerPage;
  return `${grouped(before + 1)}-${grouped(before + shown)} of ${total}`;
}
