import { createHash } from "node:crypto";
import pino from "pino";
import {
  createFormHandler,
  type DeletionForm,
  type DeletionParts,
} from "server/deletion/form-handler.server";
import type { DeletionSession } from "server/deletion/session.server";
import type { Intent } from "server/deletion/journey.server";
import { createLimits } from "server/limits/limits.server";
import { createLocalCounters } from "server/limits/local-counters.server";
import type { AuthApi } from "server/upstream/auth-api.server";
import { UpstreamError } from "server/upstream/upstream-error.server";

export const START = Date.UTC(2026, 0, 1);
export const PHONE = "9876543210";
export const REGISTERED = `+91${PHONE}`;
export const UNKNOWN = "+919876543211";
export const DELETED = "+919876543212";
export const CODE = "482913";

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

/** Somebody before the deletion service, with the auth API behind it and the session they hold. */
export function createPerson(parts: Partial<DeletionParts> = {}) {
  const upstream = createUpstream();
  const fingerprint = (text: string) => createHash("sha256").update(text).digest("base64url");
  const service = createFormHandler({
    authApi: upstream.api,
    limits: createLimits(createLocalCounters()),
    fingerprint,
    redis: null,
    logger: pino({ level: "silent" }),
    fits: () => true,
    ...parts,
  });
  const person = {
    upstream,
    service,
    session: null as DeletionSession | null,
    async does(intent: Intent, fields: Partial<DeletionForm> = {}) {
      const empty = { phone: "", idempotencyKey: "", otp: "", reasons: [], others: "" };
      const form = { intent, ...empty, ...fields };
      const outcome = await service.answer(person.session, form, "203.0.113.7");
      person.session = outcome.session;
      return outcome;
    },
    async reachConfirm() {
      await person.does("send", { phone: PHONE });
      await person.does("verify", { otp: CODE });
      await person.does("reasons", { reasons: ["Others"], others: "Too far" });
    },
  };
  return person;
}
