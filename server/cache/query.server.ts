import type { BeforeSend } from "../upstream/http-client.server";

/** The name of one cached answer. */
export interface AnswerName {
  /** The kind of the answer: names its stored shape, its metrics and its events. */
  resource: string;
  /** Identifies the answer. */
  key: string;
}

/** A cached read of an upstream. Queries with the same key have the same fresh time and the same fetch. */
export interface Query<T = unknown> extends AnswerName {
  /** Milliseconds during which an answer counts as fresh and is served without a refresh. */
  freshMs: number;
  /**
   * Calls the upstream. `beforeSend` is called when the call has its slot; when it rejects, nothing is sent and the
   * fetch rejects with the same error.
   */
  fetch(beforeSend: BeforeSend): Promise<T>;
}

/** The result of a refresh of an answer that was served before. */
export interface RefreshNotice extends AnswerName {
  /** `refresh`: a newer answer has arrived. `failure`: the first failed refresh after a successful one. */
  event: "refresh" | "failure";
}
