import type { Fault } from "../support/chaos-proxy";

/** The cases of docs/faults.md, one by one: what the network does, and what is promised then. */

/** The deadline of the upstreams, what the contact form says, and how long a service that is busy wants to be left alone. */
export const TIMEOUT_MS = 1_000;
export const SENT = "Form Submitted Successfully";
export const BUSY = "Too many messages are being sent right now.";
export const REST_S = 300;
const LATE = `API request failed: no answer within ${TIMEOUT_MS / 1000} s`;
const BROKEN = "API request failed: no connection";

export interface Row {
  fault: Fault | { kind: "no such name" };
  /** Why a block of the dashboard is empty that was never filled; null: it is filled. */
  core: string | null;
  /** What the deletion says: there is an answer, it has to wait, or there is none. */
  auth: "answer" | "wait" | "silence";
  contact: typeof SENT | "Something went wrong." | typeof BUSY;
  /** The kind of failure in the log; null for none. */
  logged: string | null;
}

/** What breakers do is tested elsewhere: no one counts to five. The contact form rests for all after the last but one. */
export const rows: Row[] = [
  {
    fault: { kind: "hang" },
    core: LATE,
    auth: "silence",
    contact: "Something went wrong.",
    logged: "timeout",
  },
  {
    fault: { kind: "latency", ms: TIMEOUT_MS / 10 },
    core: null,
    auth: "answer",
    contact: SENT,
    logged: null,
  },
  {
    fault: { kind: "reset" },
    core: BROKEN,
    auth: "silence",
    contact: "Something went wrong.",
    logged: "connection",
  },
  {
    fault: { kind: "latency", ms: 0, jitterMs: TIMEOUT_MS / 10 },
    core: null,
    auth: "answer",
    contact: SENT,
    logged: null,
  },
  {
    fault: { kind: "half", bytes: 90 },
    core: BROKEN,
    auth: "silence",
    contact: "Something went wrong.",
    logged: "connection",
  },
  {
    fault: { kind: "drip", bytes: 4, everyMs: 50 },
    core: LATE,
    auth: "silence",
    contact: "Something went wrong.",
    logged: "timeout",
  },
  {
    fault: { kind: "too-many-requests", retryAfterSeconds: REST_S },
    core: "HTTP error 429: Too Many Requests. You can try again at ",
    auth: "wait",
    contact: BUSY,
    logged: null,
  },
  {
    fault: { kind: "no such name" },
    core: BROKEN,
    auth: "silence",
    contact: "Something went wrong.",
    logged: "connection",
  },
];
