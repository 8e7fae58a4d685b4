import { FaultyUpstream, type Behaviour, type UpstreamCall } from "../support/faulty-upstream";
import { healthyCoreAnswer } from "../support/healthy-core-answers";
import type { CallEvent, History } from "./history";

/** Faulty behaviours of the auth API, and whether the API carries out the call all the same. */
const TROUBLES = {
  refused: { done: false, answer: "refused", behaviour: { kind: "status", status: 422, json: {} } },
  failed: { done: false, answer: "failed", behaviour: { kind: "status", status: 500 } },
  "late-failure": { done: true, answer: "failed", behaviour: { kind: "status", status: 500 } },
  lost: { done: true, answer: "withheld", behaviour: { kind: "reset" } },
  silent: { done: true, answer: "withheld", behaviour: { kind: "stall" } },
  garbage: { done: true, answer: "garbage", behaviour: { kind: "html" } },
} satisfies { [mood: string]: Pick<CallEvent, "answer"> & { done: boolean; behaviour: Behaviour } };

export const MOODS = ["slow", ...(Object.keys(TROUBLES) as (keyof typeof TROUBLES)[])] as const;
type Mood = "healthy" | (typeof MOODS)[number];

const CALLS = {
  "/auth/whatsapp/send-otp": "send",
  "/auth/whatsapp/verify-otp": "verify",
  "/auth/profile/delete": "delete",
} as const;

/** How the auth API treats a person's next calls, in order; later calls are healthy. */
export type Moods = { [call in CallEvent["call"]]: Mood[] };

/**
 * Starts an auth API with accounts, a core API whose figures are the current time, and a contact form.
 *
 * @param history receives every call of the auth API
 */
export async function startAccounts(history: History) {
  const upstream = await FaultyUpstream.start();
  const accounts = new Map<
    string,
    { person: number; moods: Moods; isDeleted: boolean; code: string }
  >();
  /** Phone numbers by OTP session or by token. */
  const phones = new Map<string, string>();
  const create = (prefix: string, phone: string) => {
    const name = `${prefix}-${phones.size}`;
    phones.set(name, phone);
    return name;
  };

  function carryOut(call: CallEvent["call"], phone: string, otp = ""): [number, object] {
    const account = accounts.get(phone);
    if (call === "send") {
      const deleted_at = new Date().toISOString();
      const warning = { action: "reactivation_available", deleted_at };
      if (account?.isDeleted) return [200, { message: "sent", warning }];
      if (account) account.code = String(100_000 + ((phones.size * 7_919) % 900_000));
      return [200, { sessionId: create("otp-session", phone), message: "sent" }];
    }
    if (call === "verify") {
      if (otp !== account?.code) return [400, { message: "Wrong code" }];
      if (account.person % 11 === 0) return [200, { action: "signup_required" }];
      return [200, { action: "login", token: create("bearer-token", phone), message: "ok" }];
    }
    if (!account || account.isDeleted) return [401, { message: "Unknown token" }];
    account.isDeleted = true;
    return [200, { message: "Account deleted successfully" }];
  }

  for (const [path, call] of Object.entries(CALLS)) {
    upstream.set(path, ({ body, headers }) => {
      const data = JSON.parse(body) as { phone_number?: string; sessionId?: string; otp?: string };
      const { sessionId: otpSession, otp } = data;
      const token = headers.authorization?.replace("Bearer ", "");
      const phone = data.phone_number ?? phones.get(otpSession ?? token ?? "") ?? "";
      const account = accounts.get(phone);
      const mood = account?.moods[call].shift() ?? "healthy";
      const trouble = mood === "healthy" || mood === "slow" ? undefined : TROUBLES[mood];
      const [status, json] = trouble?.done === false ? [500, {}] : carryOut(call, phone, otp);
      const done = status === 200;
      const answer = trouble?.answer ?? (done ? "ok" : "refused");
      const about = { person: account?.person, phone, otpSession, otp, token };
      history.push({ type: "call", call, at: Date.now(), ...about, done, answer });
      const delayMs = mood === "slow" ? 1_500 : undefined;
      return trouble?.behaviour ?? { kind: "status", status, json, delayMs };
    });
  }
  upstream.set("*", clockFigures);
  return {
    upstream,
    /** Creates an account, or changes the person and moods of an existing one. */
    open(person: number, phone: string, moods: Moods): void {
      accounts.set(phone, { isDeleted: false, code: "", ...accounts.get(phone), person, moods });
    },
    codeOf: (phone: string) => accounts.get(phone)?.code ?? "",
  };
}

/**
 * Core API answers whose number of trips is the current time in seconds since 1970, so that a page reveals
 * how old its figures are.
 */
function clockFigures({
  path,
  query,
}: UpstreamCall): Extract<Behaviour, { kind: "json" | "status" }> {
  const now = Math.floor(Date.now() / 1000);
  const answer = healthyCoreAnswer(path, query) as { data: Figures } | undefined; // its own shape
  if (answer === undefined) return { kind: "status", status: 404 };
  const { data } = answer;
  if (data.totalTrips !== undefined) data.totalTrips = now;
  if (data.pagination) data.pagination.totalItems = now;
  return { kind: "json", json: answer };
}

interface Figures {
  totalTrips?: number;
  pagination?: { totalItems: number };
}
