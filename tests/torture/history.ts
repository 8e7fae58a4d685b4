/** What happened in a run, in the order in which it ended; times are milliseconds since 1970. */
export type History = Event[];
export type Event = PersonEvent | RequestEvent | CallEvent | FaultEvent;

/** `mark` is a word that stands in everything the person types. */
export type PersonEvent = { type: "person"; person: number } & Record<
  "phone" | "mark" | "address",
  string
>;

export interface RequestEvent {
  type: "request";
  person: number;
  /** Tabs share cookies; people who come back later do not. */
  visit: number;
  from: number;
  to: number;
  method: string;
  path: string;
  /** Of a form of the deletion page. */
  intent?: string | undefined;
  idempotencyKey?: string | undefined;
  /** Null: no answer came. */
  status: number | null;
  error?: string;
  /** The browser sends it again by itself, because its connection closed without a word. */
  sentAgain?: boolean;
  /** The answer is the proxy's own. */
  byProxy?: boolean;
  retryAfter?: string | null;
  seen?: PageFacts | undefined;
}

/** What of a page tells whose it is and what is true. */
export interface PageFacts {
  /** The last digits of phone numbers. */
  phones: string[];
  marks: string[];
  /** The reference number of a receipt. */
  receipt: string | null;
  /** It says that the account may be deleted all the same. */
  mayBeDeleted: boolean;
  /** Figures that tell when they were true, each with the moment that the page names for it. */
  figures: { trueAt: number; label: number }[];
}

/** A call as the auth API knows it. */
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
  /** After `ok` and `refused` whoever asked knows what happened, after the others not. */
  answer: "ok" | "refused" | "failed" | "withheld" | "garbage";
}

/** What was put out of order, or was found to be. */
export interface FaultEvent {
  type: "fault";
  kind: string;
  from: number;
  to: number;
}
