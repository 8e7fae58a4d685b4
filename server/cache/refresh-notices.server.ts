import type { Logger } from "../logger.server";
import type { DashboardResource } from "./freshness-policies.server";

/** A newer answer has taken the place of one that was asked for before, or of a failure. */
export interface RefreshNotice {
  resource: DashboardResource;
  /** The key it was read under. */
  key: string;
}

/** Tells whoever listens; one that throws hurts nobody. */
export class RefreshNotices {
  readonly #listeners = new Set<(notice: RefreshNotice) => void>();
  readonly #logger: Logger | undefined;

  constructor(logger: Logger | undefined) {
    this.#logger = logger;
  }

  /** @returns the function that ends the subscription */
  on(listener: (notice: RefreshNotice) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  tell(notice: RefreshNotice): void {
    for (const listener of this.#listeners) {
      try {
        listener(notice);
      } catch (error) {
        this.#logger?.error({ err: error, policy: notice.resource }, "cache listener");
      }
    }
  }
}
