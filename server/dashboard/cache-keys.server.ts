import { hash } from "node:crypto";
import {
  PAGE_SIZE,
  type TripListQuery,
  type TripSearchQuery,
} from "../upstream/contracts/trips.server";
import { resources } from "./freshness-policies.server";

/** The newest trips of all, as many as one page of the dashboard has. */
export const FIRST_PAGE = { page: 1, limit: PAGE_SIZE } as const satisfies TripListQuery;

/** What a person may have typed: a wallet, a name. Of a query that has one of these nothing but a hash is in its key. */
const TYPED = ["q", "country"] as const;

/**
 * The key under which a list of trips is read, as notices and Redis carry it: the same for the same query, in whatever
 * order it is written, and of a bounded length.
 */
export function tripsKey(query: TripListQuery | TripSearchQuery): string {
  const path = "q" in query ? "trips/search" : "trips";
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  parameters.sort();
  const typed = TYPED.find((name) => parameters.has(name));
  return `${path}?${typed === undefined ? parameters : `${typed}=${digest(String(parameters))}`}`;
}

/** Whether a key stands for something that a person may have typed. */
export function isTyped(key: string): boolean {
  return TYPED.some((name) => key.includes(`?${name}=`));
}

/** 128 bits as text. */
function digest(text: string): string {
  return hash("sha256", text, "base64url").slice(0, 22);
}

/** The answers of the default views. What visitors choose never displaces them. */
export const fixedKeys: ReadonlySet<string> = new Set([
  ...resources.filter((name) => name !== "trips"),
  tripsKey(FIRST_PAGE),
]);
