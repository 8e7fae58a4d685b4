import type { BeforeSend } from "../upstream/http-client.server";

/** Which answer is meant. */
export interface NamedAnswer {
  /** What kind of answer it is: names its stored shape, its metrics and its events. */
  resource: string;
  /** Names this one answer of that kind. */
  key: string;
}

/** An answer that is read through the cache. The same key always comes with the same fresh time and the same fetch. */
export interface Query<T = unknown> extends NamedAnswer {
  /** Milliseconds during which an answer is served without asking again. */
  freshMs: number;
  /**
   * Asks the upstream. It calls `beforeSend` when the call has got its slot; when that rejects, nothing is sent and the
   * fetch rejects with the same error.
   */
  fetch(beforeSend: BeforeSend): Promise<T>;
}

/** What became of a refresh of something that was shown before. */
export interface RefreshNotice extends NamedAnswer {
  /** `refresh`: a newer answer has come. `failure`: none came, where the refresh before had brought one. */
  event: "refresh" | "failure";
}
