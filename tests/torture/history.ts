import { appendFileSync, readFileSync } from "node:fs";

/**
 * What happened, in the order in which it ended. Times are milliseconds since 1970 by the clock of the machine that
 * people and upstreams share.
 */
export type Event = PersonEvent | RequestEvent | CallEvent | FaultEvent;

/** Who comes, and what is theirs alone. */
export interface PersonEvent {
  type: "person";
  person: number;
  phone: string;
  /** A word that stands in everything the person types. */
  mark: string;
  address: string;
}

/** One request, and what its answer showed. */
export interface RequestEvent {
  type: "request";
  person: number;
  /** Tabs share cookies; people who come back later do not. */
  visit: number;
  from: number;
  to: number;
  method: string;
  path: string;
  /** What the form asked for, of the deletion page. */
  intent?: string | undefined;
  /** The number of the page that the form stood on. */
  key?: string | undefined;
  /** What was chosen by it. */
  chosen?: { theme?: string; language?: string } | undefined;
  /** Whether the browser sends it again by itself, because its connection closed without a word. */
  sentAgain?: boolean | undefined;
  /** Null: no answer came, for this reason. */
  status: number | null;
  error?: string | undefined;
  /** Whether the proxy says so by itself. */
  byProxy?: boolean | undefined;
  retryAfter?: string | undefined;
  seen?: PageFacts | undefined;
}

/** What of a page tells whose it is and what is true. */
export interface PageFacts {
  headings: string[];
  /** What went wrong, as the page says it. */
  alert: string | null;
  language: string | null;
  theme: string | null;
  /** The last digits of the numbers that are shown. */
  phones: string[];
  marks: string[];
  /** The reference number of a receipt. */
  receipt: string | null;
  /** Whether it says that the account may be deleted all the same. */
  mayBeDeleted: boolean;
  /** Figures that tell when they were true, in seconds, each with the moment that the page names for it. */
  figures: { trueAt: number; label: number }[];
}

/** A call as the upstream knows it. */
export interface CallEvent {
  type: "call";
  call: "send" | "verify" | "delete" | "contact" | "core";
  at: number;
  /** Null where nobody can be named. */
  person: number | null;
  phone?: string | undefined;
  otpSession?: string | undefined;
  token?: string | undefined;
  path?: string | undefined;
  /** Whether it was done: sent, let in, deleted. */
  done: boolean;
  /** `ok` and `refused` are clear answers; with the others whoever asked cannot know. */
  answer: "ok" | "refused" | "failed" | "withheld" | "garbage";
}

/** What was put out of order. */
export interface FaultEvent {
  type: "fault";
  kind: string;
  /** The instance that it was done to; none for what all share. */
  instance?: number | undefined;
  /** Which connection was cut. */
  link?: string | undefined;
  seconds?: number | undefined;
  from: number;
  to: number;
}

/** A history that is kept, and written line by line where a file is named. */
export class History {
  readonly events: Event[] = [];

  constructor(readonly file?: string) {}

  add(event: Event): void {
    this.events.push(event);
    if (this.file !== undefined) appendFileSync(this.file, `${JSON.stringify(event)}\n`);
  }
}

/** Reads a history that was written. */
export function readHistory(file: string): Event[] {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Event); // written by History alone
}
