/** The sandbox's accounts, by their number in E.164. */

const DAY_MS = 24 * 60 * 60 * 1000;

export type Account =
  | { state: "registered" }
  | { state: "deleted"; deletedAt: number }
  | { state: "unknown" };

export interface Accounts {
  find(phone: string): Account;
  /** Deletes a registered account; it then answers like those that were deleted before. */
  remove(phone: string): { deletedAt: number };
}

/** Accounts as they are on a fresh start. Deletions are forgotten when the sandbox ends. */
export function createAccounts(): Accounts {
  const removed = new Map<string, number>();
  return {
    find(phone) {
      const removedAt = removed.get(phone);
      if (removedAt !== undefined) return { state: "deleted", deletedAt: removedAt };
      const number = /^\+91(90000\d{5})$/.exec(phone)?.[1];
      const rank = number === undefined ? 0 : Number(number) - 9_000_000_000;
      if (rank >= 1 && rank <= 99) return { state: "registered" };
      if (rank >= 100 && rank <= 109) {
        return { state: "deleted", deletedAt: Date.now() - 30 * DAY_MS };
      }
      return { state: "unknown" };
    },
    remove(phone) {
      const deletedAt = Date.now();
      removed.set(phone, deletedAt);
      return { deletedAt };
    },
  };
}
