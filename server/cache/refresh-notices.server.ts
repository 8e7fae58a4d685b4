import type { Logger } from "../process/logger.server";
import type { DashboardResource } from "../dashboard/freshness-policies.server";

/** One answer of the upstream. */
export interface NamedAnswer {
  resource: DashboardResource;
  /** The key it is read under. */
  key: string;
}

/** What became of a refresh of something that was shown before. */
export interface RefreshNotice extends NamedAnswer {
  /** `refresh`: a newer answer has come. `failure`: none came, where the refresh before had brought one. */
  event: "refresh" | "failure";
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
