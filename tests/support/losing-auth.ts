import { DELETE, json, says, SEND, VERIFY } from "./deletion-site";
import type { Behaviour, FaultyUpstream, UpstreamCall } from "./faulty-upstream";

/** What becomes of a call: its answer is lost, it is lost itself, or it is answered too late. */
export type Loss = "answer" | "request" | "stall";

/**
 * An auth API that remembers what it has done, and loses what it is told to: codes are good for one use, a new one ends
 * the number's older ones, and a token deletes once.
 */
export class LosingAuth {
  losing: Loss | null = null;
  readonly deleted = new Set<string>();
  readonly #codes = new Map<string, { session: string; code: string }>();
  readonly #tokens = new Map<string, string>();
  #count = 100_000;

  constructor(upstream: FaultyUpstream) {
    upstream.set(SEND, (call) => this.#answer(call, this.#send));
    upstream.set(VERIFY, (call) => this.#answer(call, this.#verify));
    upstream.set(DELETE, (call) => this.#answer(call, this.#delete));
  }

  /** The code that is good for a number; null for none. */
  goodCode(phone: string): string | null {
    return this.#codes.get(phone)?.code ?? null;
  }

  #answer(call: UpstreamCall, act: (call: UpstreamCall) => Behaviour): Behaviour {
    const { losing } = this;
    if (losing === "request") return { kind: "reset" };
    const answer = act(call);
    if (losing === null) return answer;
    return { kind: losing === "stall" ? "stall" : "reset-after-half" };
  }

  readonly #send = ({ body }: UpstreamCall): Behaviour => {
    const [phone = ""] = /\d{10}(?=")/.exec(body) ?? [];
    if (this.deleted.has(phone)) return json({ warning: { action: "reactivation_available" } });
    this.#count += 1;
    const sent = { session: `otp-${this.#count}`, code: String(this.#count) };
    this.#codes.set(phone, sent);
    return json({ sessionId: sent.session, message: "sent" });
  };

  readonly #verify = ({ body }: UpstreamCall): Behaviour => {
    const { sessionId, otp } = JSON.parse(body) as { sessionId: string; otp: string };
    for (const [phone, { session, code }] of this.#codes) {
      if (session !== sessionId || code !== otp) continue;
      this.#codes.delete(phone);
      this.#tokens.set(`token-${otp}`, phone);
      return json({ action: "login", token: `token-${otp}`, message: "ok" });
    }
    return says(400, { message: "Invalid OTP" });
  };

  readonly #delete = ({ headers }: UpstreamCall): Behaviour => {
    const token = headers.authorization?.replace("Bearer ", "") ?? "";
    const phone = this.#tokens.get(token);
    if (phone === undefined) return says(401, { message: "Please log in again" });
    this.#tokens.delete(token);
    this.deleted.add(phone);
    return json({ message: "Account deleted successfully" });
  };
}
