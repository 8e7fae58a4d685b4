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

/** Sessions at three steps of the journey, at the time START. */
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

export const timeoutError = new UpstreamError("timeout", "");
export const notSentError = new UpstreamError("circuit-open", "");
export const httpError = (status: number, message = "", retryAfterMs?: number) =>
  new UpstreamError("http", message, { status, retryAfterMs });

/** A fake auth API that records the calls it receives. */
function createUpstream() {
  const sent: { phone: string; at: number }[] = [];
  const tried: { session: string; otp: string }[] = [];
  const deleted: { token: string; reason: string }[] = [];
  /** Every call that may have reached the API, failed ones included. */
  const reached: { call: "send" | "verify" | "delete"; about: string; at: number }[] = [];
  let failure: UpstreamError | null = null;
  const reach = (call: "send" | "verify" | "delete", about: string) => {
    if (failure?.sent === false) return;
    reached.push({ call, about, at: Date.now() });
  };
  const orFail = async () => {
    await Promise.resolve();
    if (failure) throw failure;
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
    fail: (error: UpstreamError | null) => void (failure = error),
  };
}

type PersonParts = Partial<Omit<FormHandlerParts, "authApi"> & { authApi: Partial<AuthApi> }>;

/** A visitor of the deletion service, with their session, the fake auth API and the log. */
export function createPerson({ authApi, ...parts }: PersonParts = {}) {
  const upstream = createUpstream();
  const logged: [level: string, fields: unknown, words: string][] = [];
  const log = (level: string) => (fields: unknown, words: string) =>
    void logged.push([level, fields, words]);
  // The deletion service uses only these methods of a logger.
  const used = { info: log("info"), warn: log("warn"), error: log("error") } as Partial<Logger>;
  const logger = used as Logger;
  const limits = createLimits();
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
    /** Sends a form from the page of a session; does not change the visitor's own session. */
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
    /** Sends a form with the visitor's session, or with `from`, and keeps the session of the outcome. */
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
    /** @returns the session at the step that asks for the code */
    async reachCode(phone = PHONE) {
      await person.does("send", { phone });
      return person.session;
    },
    /** @returns the session at the last confirmation */
    async reachConfirm() {
      await person.reachCode();
      await person.does("verify", { otp: CODE });
      await person.does("reasons", { reasons: ["Others"], others: "Too far" });
      return person.session as VerifiedSession; // the step is `confirm` now
    },
  };
  return person;
}
