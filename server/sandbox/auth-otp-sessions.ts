import { randomInt, randomUUID } from "node:crypto";

const GOOD_FOR_MS = 10 * 60 * 1000;

interface OtpSession {
  phone: string;
  code: string;
  until: number;
}

/** One-time codes: six digits, good for ten minutes and for one use; a new code ends the number's older ones. */
export class OtpSessions {
  #sessions = new Map<string, OtpSession>();

  open(phone: string): { sessionId: string; code: string } {
    for (const [id, session] of this.#sessions) {
      if (session.phone === phone || session.until <= Date.now()) this.#sessions.delete(id);
    }
    const sessionId = randomUUID();
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    this.#sessions.set(sessionId, { phone, code, until: Date.now() + GOOD_FOR_MS });
    return { sessionId, code };
  }

  /** The number whose code was right, or what was wrong. */
  use(sessionId: string, code: string): { phone: string } | "expired" | "wrong" {
    const session = this.#sessions.get(sessionId);
    if (!session || session.until <= Date.now()) return "expired";
    if (session.code !== code) return "wrong";
    this.#sessions.delete(sessionId);
    return { phone: session.phone };
  }
}
