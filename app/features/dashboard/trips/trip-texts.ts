import type { TripPage } from "server/upstream/contracts/trips.server";
import { grouped } from "~/lib/format-metric";

/** First 6 characters, an ellipsis, last 4. Wallets of up to 12 characters stay unchanged. */
export function shortenWallet(wallet: string): string {
  const characters = Array.from(wallet);
  if (characters.length <= 12) return wallet;
  return `${characters.slice(0, 6).join("")}…${characters.slice(-4).join("")}`;
}

/** Range of trips on the page, as in `1-12 of 48,210`. Rows that could not be read have a place in it, and are named. */
export function rangeText({ pagination, trips, unread = 0 }: TripPage): string {
  const { totalItems, currentPage, itemsPerPage } = pagination;
  const total = grouped(totalItems);
  const rows = trips.length + unread;
  if (rows === 0) return `0 of ${total}`;
  const before = (currentPage - 1) * itemsPerPage;
  const range = `${grouped(before + 1)}-${grouped(before + rows)} of ${total}`;
  return unread === 0 ? range : `${range}, ${grouped(unread)} could not be read`;
}
