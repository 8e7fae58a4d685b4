import { FaultyUpstream, type Behaviour, type UpstreamCall } from "../support/faulty-upstream";
import { clockFigures } from "../support/clock-figures";
import type { CallEvent, History } from "./history";
import type { AuthCall, Mood } from "./plan";

const CONTACT = "/contact";
const SLOW_MS = 1_500;

interface Account {
  person: number;
  deletedAt: number | null;
  code: string;
  /** Moods of the next calls. */
  moods: Record<AuthCall, Mood[]>;
}

/** The answer of a healthy auth API, and whether what was asked for was done. */
interface Outcome {
  status: number;
  json: unknown;
  done: boolean;
}

/**
 * The upstreams of a torture run: an auth API that knows each account and does to each call what was planned for it,
 * a core API whose figures are its clock, and a contact form. Every call is in the history.
 */
export class PhoneAccounts {
  readonly #accounts = new Map<string, Account>();
  readonly #phoneOfSession = new Map<string, string>();
  readonly #phoneOfToken = new Map<string, string>();
  #count = 0;

  private constructor(
    readonly upstream: FaultyUpstream,
    readonly history: History,
  ) {}

  static async start(history: History): Promise<PhoneAccounts> {
    const accounts = new PhoneAccounts(await FaultyUpstream.start(), history);
    accounts.#answerAuth("/auth/whatsapp/send-otp", "send", (call) => accounts.#send(call));
    accounts.#answerAuth("/auth/whatsapp/verify-otp", "verify", (call) => accounts.#verify(call));
    accounts.#answerAuth("/auth/profile/delete", "delete", (call) => accounts.#delete(call));
    accounts.upstream.set(CONTACT, (call) => {
      const person = Number(/mark-(\d+)-/.exec(call.body)?.[1] ?? Number.NaN);
      accounts.#note({
        call: "contact",
        person: Number.isNaN(person) ? null : person,
        done: true,
        answer: "ok",
      });
      return { kind: "json", json: { success: true, message: "Email sent" } };
    });
    accounts.core(clockFigures);
    return accounts;
  }

  get contactFormUrl(): string {
    return this.upstream.origin + CONTACT;
  }

  /** Sets how the core API answers whatever it is asked. */
  core(behaviour: (call: UpstreamCall) => Behaviour): void {
    this.upstream.set("*", (call) => {
      this.#note({ call: "core", person: null, path: call.path, done: true, answer: "ok" });
      return behaviour(call);
    });
  }

  /** Opens an account, or goes on with it; the moods are those of the next calls. */
  open(person: number, phone: string, moods: Record<AuthCall, Mood[]>): void {
    const before = this.#accounts.get(phone) ?? { person, deletedAt: null, code: "" };
    const own = { send: [...moods.send], verify: [...moods.verify], delete: [...moods.delete] };
    this.#accounts.set(phone, { ...before, moods: own });
  }

  /** The code that came last to a phone; empty when none did. */
  codeOf(phone: string): string {
    return this.#accounts.get(phone)?.code ?? "";
  }

  #note(event: Omit<CallEvent, "type" | "at">): void {
    this.history.add({ type: "call", at: Date.now(), ...event });
  }

  #answerAuth(path: string, name: AuthCall, carryOut: (call: UpstreamCall) => Outcome): void {
    this.upstream.set(path, (call) => {
      const about = this.#about(call);
      const account = this.#accounts.get(about.phone ?? "");
      const mood = account?.moods[name].shift() ?? "healthy";
      const undone = mood === "refused" || mood === "failed";
      const outcome = undone ? null : carryOut(call);
      const answer = answerOf(mood, outcome);
      this.#note({
        call: name,
        person: account?.person ?? null,
        ...about,
        done: outcome?.done ?? false,
        answer,
      });
      return behaviourOf(mood, outcome);
    });
  }

  /** Whom a call is about, as it says itself. */
  #about({ body, headers }: UpstreamCall) {
    const sent = JSON.parse(body) as { phone_number?: string; sessionId?: string }; // the contract's bodies
    const token = headers.authorization?.replace("Bearer ", "");
    const otpSession = sent.sessionId;
    const phone =
      sent.phone_number ??
      this.#phoneOfSession.get(otpSession ?? "") ??
      this.#phoneOfToken.get(token ?? "");
    return { phone, otpSession, token };
  }

  #send(call: UpstreamCall): Outcome {
    const phone = this.#about(call).phone ?? "";
    const account = this.#accounts.get(phone);
    if (!account) return { status: 400, json: { message: "No WhatsApp here" }, done: false };
    if (account.deletedAt !== null) {
      const deleted_at = new Date(account.deletedAt).toISOString();
      const warning = { action: "reactivation_available", deleted_at };
      return { status: 200, json: { message: "sent", warning }, done: true };
    }
    this.#count += 1;
    const sessionId = `otp-session-${this.#count}`;
    this.#phoneOfSession.set(sessionId, phone);
    account.code = String(100_000 + ((this.#count * 7_919) % 900_000));
    return { status: 200, json: { sessionId, message: "sent" }, done: true };
  }

  #verify(call: UpstreamCall): Outcome {
    const { phone = "" } = this.#about(call);
    const account = this.#accounts.get(phone);
    const { otp } = JSON.parse(call.body) as { otp?: string }; // the contract's body
    if (!account || otp !== account.code)
      return { status: 400, json: { message: "Wrong code" }, done: false };
    if (account.person % 11 === 0)
      return { status: 200, json: { action: "signup_required" }, done: true };
    this.#count += 1;
    const token = `bearer-token-${this.#count}`;
    this.#phoneOfToken.set(token, phone);
    return { status: 200, json: { action: "login", token, message: "ok" }, done: true };
  }

  #delete(call: UpstreamCall): Outcome {
    const account = this.#accounts.get(this.#about(call).phone ?? "");
    if (!account || account.deletedAt !== null)
      return { status: 401, json: { message: "Unknown token" }, done: false };
    account.deletedAt = Date.now();
    return { status: 200, json: { message: "Account deleted successfully" }, done: true };
  }
}

function answerOf(mood: Mood, outcome: Outcome | null): CallEvent["answer"] {
  switch (mood) {
    case "healthy":
    case "slow":
      return outcome?.status === 200 ? "ok" : "refused";
    case "refused":
      return "refused";
    case "failed":
    case "late-failure":
      return "failed";
    case "lost":
    case "silent":
      return "withheld";
    case "garbage":
      return "garbage";
  }
}

function behaviourOf(mood: Mood, outcome: Outcome | null): Behaviour {
  switch (mood) {
    case "healthy":
    case "slow": {
      const { status = 500, json } = outcome ?? {};
      return { kind: "status", status, json, delayMs: mood === "slow" ? SLOW_MS : undefined };
    }
    case "refused":
      return { kind: "status", status: 422, json: { message: "Not today" } };
    case "failed":
    case "late-failure":
      return { kind: "status", status: 500, json: { message: "Broken" } };
    case "lost":
      return { kind: "reset" };
    case "silent":
      return { kind: "stall" };
    case "garbage":
      return { kind: "html" };
  }
}
