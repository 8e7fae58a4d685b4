import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** A request's place in a trace that runs through several programs (W3C Trace Context, level 1). */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Two hexadecimal digits, as the program before this one sent them. */
  readonly flags: string;
  /** The `tracestate` header, handed on unchanged. */
  readonly state?: string | undefined;
}

/** A later version may say more after a further hyphen. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NOTHING = /^0+$/;

/** Members are separated by commas; all of it is printable ASCII. */
const TRACESTATE = /^[ -~]{1,512}$/;

/**
 * The trace that a request says it belongs to.
 *
 * @returns null for a request without a readable `traceparent`
 */
export function readTrace({ traceparent, tracestate }: IncomingHttpHeaders): Trace | null {
  const [, version, id = "", parent = "", flags = "", more] =
    TRACEPARENT.exec(typeof traceparent === "string" ? traceparent : "") ?? [];
  if (version === undefined || NOTHING.test(id) || NOTHING.test(parent)) return null;
  if (version === "00" && more !== undefined) return null;
  const state = typeof tracestate === "string" ? tracestate : "";
  return { id, flags, state: TRACESTATE.test(state) ? state : undefined };
}

/**
 * A trace that begins here. It is marked as sampled, because its calls are in the log, and because an upstream would
 * not record the calls of a trace that is not.
 */
export function newTrace(): Trace {
  return { id: digits(), flags: "01" };
}

/** The headers by which a call to an upstream belongs to a trace, under a number of its own. */
export function traceHeaders({ id, flags, state }: Trace): Record<string, string> {
  const traceparent = `00-${id}-${digits().slice(16)}-${flags}`;
  return state === undefined ? { traceparent } : { traceparent, tracestate: state };
}

/** 32 hexadecimal digits of a random UUID, which Node makes faster than other random bytes. */
function digits(): string {
  const uuid = randomUUID();
  return (
    uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(14, 18) + uuid.slice(19, 23) + uuid.slice(24)
  );
}
