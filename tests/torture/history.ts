/** The events of a run, ordered by their end; times are milliseconds since 1970. */
export type History = Event[];
export type Event = PersonEvent | RequestEvent | CallEvent | FaultEvent;

/** `mark` is a word that everything the person types contains. */
export type PersonEvent = { type: "person"; person: number } & Record<
  "phone" | "mark" | "address",
  string
>;

export interface RequestEvent {
  type: "request";
  person: number;
  /** The tabs of one visit share cookies; a later visit of the same person has new ones. */
  visit: number;
  from: number;
  to: number;
  method: string;
  path: string;
  /** Set for forms of the deletion page. */
  intent?: string | undefined;
  idempotencyKey?: string | undefined;
  /** Null: there was no response. */
  status: number | null;
  error?: string;
  /** The browser repeats the request by itself, because the connection closed without a response. */
  sentAgain?: boolean;
  /** The proxy itself made the response. */
  byProxy?: boolean;
  retryAfter?: string | null;
  seen?: PageFacts | undefined;
}

/** Facts of a page that the rules check. */
export interface PageFacts {
  /** The last digits of phone numbers. */
  phones: string[];
  marks: string[];
  /** The reference number of a receipt. */
  receipt: string | null;
  /** The page says that the account may be deleted despite the error. */
  mayBeDeleted: boolean;
  /** Figures of `clockFigures`, each with the time of its "As of" label. */
  figures: { trueAt: number; label: number }[];
}

/** A call as the auth API received it. */
export interface CallEvent {
  type: "call";
  call: "send" | "verify" | "delete";
  at: number;
  person?: number | undefined;
  phone?: string | undefined;
  otpSession?: string | undefined;
  /** The code of a verify call. */
  otp?: string | undefined;
  token?: string | undefined;
  /** Whether it was carried out. */
  done: boolean;
  /** With `ok` and `refused` the caller knows the outcome, with the others not. */
  answer: "ok" | "refused" | "failed" | "withheld" | "garbage";
}

/** A fault that the run caused or observed. */
export interface FaultEvent {
  type: "fault";
  kind: string;
  from: number;
  to: number;
}
