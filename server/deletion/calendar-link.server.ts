import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKeys } from "../session/sealed-cookie.server";
import { isReference } from "./reference-number.server";
import type { FinishedSession } from "./session.server";

/** What a calendar file says of a deletion. */
export type CalendarReceipt = Pick<FinishedSession, "reference" | "deletedAt">;

/**
 * Addresses of calendar files: each carries what its file says, signed, and is good for as long as the receipt is on a
 * screen, which may be longer than any session.
 */
export interface CalendarLinks {
  /** The query string of the signed address. */
  queryOf(receipt: CalendarReceipt): string;
  /** @returns what the query says; null for one whose signature is not the server's */
  read(query: URLSearchParams): CalendarReceipt | null;
}

/** Milliseconds since 1970 in digits. */
const MOMENT = /^\d{1,15}$/;

/** @param secrets at least one; the first signs, all are accepted */
export function createCalendarLinks(secrets: readonly string[]): CalendarLinks {
  const keys = deriveKeys(secrets, "pulse deletion calendar link");
  const sign = (text: string) =>
    keys.map((key) => createHmac("sha256", key).update(text).digest("base64url"));
  return {
    queryOf({ reference, deletedAt }) {
      const [proof = ""] = sign(`${reference} ${deletedAt}`);
      return new URLSearchParams({ reference, deleted: String(deletedAt), proof }).toString();
    },
    read(query) {
      const [reference, deleted, proof] = ["reference", "deleted", "proof"].map(
        (name) => query.get(name) ?? "",
      ) as [string, string, string]; // three in, three out
      if (!isReference(reference) || !MOMENT.test(deleted)) return null;
      const given = Buffer.from(proof);
      const isOurs = sign(`${reference} ${deleted}`).some((one) => {
        return one.length === given.length && timingSafeEqual(Buffer.from(one), given);
      });
      return isOurs ? { reference, deletedAt: Number(deleted) } : null;
    },
  };
}
