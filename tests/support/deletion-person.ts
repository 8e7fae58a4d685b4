import { createHash } from "node:crypto";
import type { DeletionForm, Intent } from "server/deletion/form-fields.server";
import { createFormHandler, type FormHandlerParts } from "server/deletion/form-handler.server";
import type { DeletionOutcome } from "server/deletion/journey.server";
import type {
  DeletionSession,
  SealedSession,
  VerifiedSession,
} from "server/deletion/places.server";
import { pageIdOf } from "server/deletion/session.server";
import { createLimits } from "server/limits/limits.server";
import { createLocalCounters } from "server/limits/counters.server";
import type { Logger } from "server/process/logger.server";
import type { AuthApi } from "server/upstream/auth-api.server";
import { UpstreamError } from "server/upstream/upstream-error.server";

export const START = Date.UTC(2026, 0, 1);
export const PHONE = "9876543210";
export const ADDRESS = "203.0.113.7";
export const REGISTERED = `+91${PHONE}`;
export const UNKNOWN = "+919876543211";
export const DELETED = "+919876543212";
export const CODE = "482913";

/** Sessions at three places, as they are at the start. */
export const receipt = {
  at: "done",
  reference: "DEL-7K3F-9QXM",
  deletedAt: START,
  until: START + 900_000,
} as const;
export const waiting = {
  at: "code",
  id: "an id",
  phone: REGISTERED,
  otpSession: "an OTP session",
  codeUntil: START + 300_000,
} as const;
export const verified: VerifiedSession = {
  at: "confirm",
  id: "an id",
  token: "a token",
  phoneEnd: "3210",
  chosen: ["others"],
  others: "Too far",
  until: START + 900_000,
};

export const timeout = new UpstreamError("timeout", "");
export const notSent = new UpstreamError("circuit-open", "");
export const http = (status: number, said = "", retryAfterMs?: number) =>
  new UpstreamError("http", said, { status, retryAfterMs });

/** An auth API that keeps what it was asked, as a real one would see it. */
function createUpstream() {
  const sent: { phone: string; at: number }[] = [];
  const tried: { session: string; otp: string }[] = [];
  const deleted: { token: string; reason: string }[] = [];
  /** Every call that may have reached it, whatever became of it. */
  const reached: { call: "send" | "verify" | "delete"; about: string; at: number }[] = [];
  let failing: UpstreamError | null = null;
  const reach = (call: "send" | "verify" | "delete", about: string) => {
    if (failing?.sent === false) return;
    reached.push({ call, about, at: Date.now() });
  };
  const orFail = async () => {
    await Promise.resolve();
    if (failing) throw failing;
  };
  const api: AuthApi = {
    async sendOtp(phone) {
      reach("send", phone);
      await orFail();
      sent.push({ phone, at: Date.now() });
      return phone === DELETED
        ? { sessionId: null, deletedBefore: { deletedAt: START } }
        : { sessionId: `${phone}/${sent.length}`, deletedBefore: null };
    },
    async verifyOtp(session, otp) {
      reach("verify", session);
      await orFail();
      tried.push({ session, otp });
      if (otp !== CODE) throw new UpstreamError("http", `Wrong code ${otp}`, { status: 400 });
      return session.startsWith(UNKNOWN)
        ? { action: "signup_required" }
        : { action: "login", token: `token of ${session}` };
    },
    async deleteProfile(token, reason) {
      reach("delete", token);
      await orFail();
      deleted.push({ token, reason });
      return { deletedAt: null };
    },
  };
  return {
    api,
    sent,
    tried,
    deleted,
    reached,
    fail: (error: UpstreamError | null) => void (failing = error),
  };
}

type PersonParts = Partial<Omit<FormHandlerParts, "authApi"> & { authApi: Partial<AuthApi> }>;

/** Somebody before the deletion service, with the auth API behind it, the session they hold and what is logged of them. */
export function createPerson({ authApi, ...parts }: PersonParts = {}) {
  const upstream = createUpstream();
  const logged: [level: string, fields: unknown, words: string][] = [];
  const log = (level: string) => (fields: unknown, words: string) =>
    void logged.push([level, fields, words]);
  // Of a logger these are used.
  const used = { info: log("info"), warn: log("warn"), error: log("error") } as Partial<Logger>;
  const logger = used as Logger;
  const limits = createLimits(createLocalCounters());
  const service = createFormHandler({
    authApi: { ...upstream.api, ...authApi },
    limits,
    fingerprint: (text) => createHash("sha256").update(text).digest("base64url"),
    redis: null,
    logger,
    fits: () => true,
    ...parts,
  });
  const person = {
    upstream,
    service,
    limits,
    logger,
    logged,
    session: null as DeletionSession | null,
    /** Sends a form from a page of a session, and leaves it to the test what becomes of the answer. */
    sends(
      intent: Intent,
      fields: Partial<DeletionForm>,
      session: SealedSession | null,
      address = ADDRESS,
    ): Promise<DeletionOutcome> {
      const empty = { phone: "", idempotencyKey: "", otp: "", reasons: [], others: "" };
      const form = { intent, session: pageIdOf(session) ?? "", ...empty, ...fields };
      return service.answer(session, form, address);
    },
    /** Sends a form with the session that they hold, or with another one, and holds what the answer brings. */
    async does(
      intent: Intent,
      fields: Partial<DeletionForm> = {},
      from?: DeletionSession | null,
    ): Promise<DeletionOutcome> {
      const session = from === undefined ? person.session : from;
      const outcome = await person.sends(intent, fields, session);
      person.session = outcome.session;
      return outcome;
    },
    /** @returns the session in which the code is waited for */
    async reachCode(phone = PHONE) {
      await person.does("send", { phone });
      return person.session;
    },
    /** @returns the session that waits for the last confirmation */
    async reachConfirm() {
      await person.reachCode();
      await person.does("verify", { otp: CODE });
      await person.does("reasons", { reasons: ["Others"], others: "Too far" });
      return person.session as VerifiedSession; // it is left at `confirm`
    },
  };
  return person;
}
