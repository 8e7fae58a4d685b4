import { inShortTurns, sortedInShortTurns } from "../../resilience/short-turns.server";
import { MAX_COUNTRY_LENGTH } from "../../upstream/contracts/trips.server";
import { screenText } from "../../upstream/upstream-text.server";
import type { KnownDay } from "./known-days.server";
import { addSums, noTrips, type TripGroup, type TripSums } from "./day-sums.server";

/** The dimension by which a report's rows are grouped. */
export type ReportBy = "day" | "wallet" | "country";

export type SortKey = ReportBy | "trips" | "distance" | "hours" | "beats" | "wallets";

/** The sums of a report or of one of its rows. */
export interface ReportSums extends TripSums {
  /** Number of wallets, and number of trips without one. */
  wallets: number;
  withoutWallet: number;
}

export interface ReportRow {
  /** The day, wallet or country; null for trips without one. */
  name: string | null;
  sums: ReportSums;
}

export type KnownDays = ReadonlyMap<string, KnownDay>;

/** The UTC day of a time in epoch milliseconds, as `YYYY-MM-DD`. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, "YYYY-MM-DD".length);
}

/** Sums up trips and counts their wallets. */
class Summer {
  /** Made without a spread: V8 adds to fields of 50,000 spread copies six times slower. */
  readonly sums: ReportSums = Object.assign(noTrips(), { wallets: 0, withoutWallet: 0 });
  /** A single wallet is stored without a set: sets would take half of the memory of 50,000 rows by wallet. */
  #wallets: string | Set<string> | null = null;

  add(group: TripGroup): void {
    const { wallet } = group;
    addSums(this.sums, group);
    if (wallet === null) this.sums.withoutWallet += group.trips;
    else if (this.#wallets === null) this.#wallets = wallet;
    else if (typeof this.#wallets === "object") this.#wallets.add(wallet);
    else if (this.#wallets !== wallet) this.#wallets = new Set([this.#wallets, wallet]);
    this.sums.wallets = typeof this.#wallets === "object" ? (this.#wallets?.size ?? 0) : 1;
  }
}

/** The sums of the trips that match a filter. */
export interface Totals {
  sums: ReportSums;
  rows: ReportRow[];
  /** Number of trips of each day with trips. */
  daily: ReadonlyMap<string, number>;
  /** Number of trips and wallets that contain the searched text, but are not equal to it. */
  similar: { trips: number; wallets: number };
}

/** Sums up days with a filter. Takes time linear in the groups of the days. */
export async function sumUp(
  days: KnownDays,
  { by, country, q }: { by: ReportBy; country?: string | undefined; q?: string | undefined },
): Promise<Totals> {
  const all = new Summer();
  const rows = new Map<string | null, Summer>();
  const daily = new Map<string, number>();
  const similar = { trips: 0, wallets: new Set<string>() };
  const lowerCaseText = q?.toLowerCase();
  // Trips contain cleaned country names, the filter contains the upstream's name.
  const shownCountry = country && screenText(country, MAX_COUNTRY_LENGTH);
  const add = (to: Map<string | null, Summer>, name: string | null, group: TripGroup) => {
    const summer = to.get(name) ?? new Summer();
    to.set(name, summer);
    summer.add(group);
  };
  await inShortTurns(groupsOf(days), ([day, group]) => {
    if (shownCountry !== undefined && group.country !== shownCountry) return;
    if (lowerCaseText !== undefined && group.wallet !== q) {
      if (group.wallet?.toLowerCase().includes(lowerCaseText)) {
        similar.trips += group.trips;
        similar.wallets.add(group.wallet);
      }
      return;
    }
    all.add(group);
    add(rows, by === "day" ? day : group[by], group);
    daily.set(day, (daily.get(day) ?? 0) + group.trips);
  });
  return {
    sums: all.sums,
    rows: await rowsOf(rows),
    daily,
    similar: { trips: similar.trips, wallets: similar.wallets.size },
  };
}

function* groupsOf(days: KnownDays): Generator<[day: string, group: TripGroup]> {
  for (const [day, { groups }] of days) for (const group of groups ?? []) yield [day, group];
}

async function rowsOf(summers: ReadonlyMap<string | null, Summer>): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  await inShortTurns(summers, ([name, summer]) => void rows.push({ name, sums: summer.sums }));
  return rows;
}

const sortValue: Record<Exclude<SortKey, ReportBy>, (sums: ReportSums) => number> = {
  trips: ({ trips }) => trips,
  distance: ({ distance }) => distance,
  hours: ({ seconds }) => seconds,
  beats: ({ beats }) => beats,
  wallets: ({ wallets }) => wallets,
};

/** Sorts all rows. Equal rows are in the order of their names, and rows without a name come last. */
export function sortRows(
  rows: readonly ReportRow[],
  by: ReportBy,
  { key, descending }: { key: SortKey; descending: boolean },
): Promise<ReportRow[]> {
  const sign = descending ? -1 : 1;
  const value = key === "day" || key === "wallet" || key === "country" ? null : sortValue[key];
  return sortedInShortTurns(rows, (a, b) => {
    if (value) {
      const difference = value(a.sums) - value(b.sums);
      if (difference !== 0) return sign * difference;
    }
    if (a.name === null || b.name === null) {
      return Number(a.name === null) - Number(b.name === null);
    }
    const order = a.name < b.name ? -1 : Number(a.name > b.name);
    return key === by ? sign * order : order;
  });
}
