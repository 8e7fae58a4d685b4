import { randomInt, randomUUID } from "node:crypto";
import { DAY_MS } from "~/lib/day";
import type { Logger } from "../process/logger.server";
import { deleteProfileBody, sendOtpBody, verifyOtpBody } from "../upstream/auth-api.server";
import type { Routes } from "./http-server";
import type { Outbox } from "./outbox";

/** How long a code is valid. */
const CODE_MS = 10 * 60 * 1000;

interface OtpSession {
  phone: string;
  code: string;
  until: number;
}

/**
 * The auth API for accounts in memory: deletions, codes and tokens are forgotten when the sandbox ends.
 *
 * @param outbox receives the codes that are sent
 */
export function authRoutes(outbox: Outbox, logger: Pick<Logger, "info">): Routes {
  /** Times of deletion in epoch milliseconds, by phone number (E.164). */
  const deletions = new Map<string, number>();
  const otpSessions = new Map<string, OtpSession>();
  /** Phone numbers by access token. */
  const tokens = new Map<string, string>();

  /** Time of deletion in epoch milliseconds; undefined for an account not deleted and for a number without one. */
  function deletedAt(phone: string): number | undefined {
    const rank = accountRank(phone);
    return (
      deletions.get(phone) ?? (rank >= 100 && rank <= 109 ? Date.now() - 30 * DAY_MS : undefined)
    );
  }

  /** Creates a code of six digits for one use. Older codes of the number become invalid. */
  function openOtpSession(phone: string): { sessionId: string; code: string } {
    for (const [id, session] of otpSessions) {
      if (session.phone === phone || session.until <= Date.now()) otpSessions.delete(id);
    }
    const sessionId = randomUUID();
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    otpSessions.set(sessionId, { phone, code, until: Date.now() + CODE_MS });
    return { sessionId, code };
  }

  return {
    "POST /api/auth/auth/whatsapp/send-otp": async (request) => {
      const { success, data } = sendOtpBody.safeParse(await readJson(request));
      if (!success) return reply(400, "The phone number is not valid");
      const phone = data.phone_number;
      const deleted = deletedAt(phone);
      if (deleted !== undefined) {
        const warning = { action: "reactivation_available", deleted_at: iso(deleted) };
        return reply(200, "This account was deleted", { sessionId: randomUUID(), warning });
      }
      const { sessionId, code } = openOtpSession(phone);
      outbox.add(phone, `Your code is ${code}`);
      logger.info({ phone, code }, "sandbox sent a code");
      return reply(200, "OTP sent", { sessionId });
    },

    "POST /api/auth/auth/whatsapp/verify-otp": async (request) => {
      const { success, data } = verifyOtpBody.safeParse(await readJson(request));
      if (!success) return reply(400, "Invalid OTP");
      const session = otpSessions.get(data.sessionId);
      if (!session || session.until <= Date.now()) return reply(400, "OTP expired");
      if (session.code !== data.otp) return reply(400, "Invalid OTP");
      otpSessions.delete(data.sessionId);
      const { phone } = session;
      const rank = accountRank(phone);
      if (deletedAt(phone) === undefined && !(rank >= 1 && rank <= 99)) {
        return reply(200, "Please sign up first", { action: "signup_required" });
      }
      const token = randomUUID();
      tokens.set(token, phone);
      return reply(200, "Login successful", { action: "login", token });
    },

    "DELETE /api/auth/auth/profile/delete": async (request) => {
      const body = await readJson(request);
      const token = /^Bearer (\S+)$/.exec(request.headers.get("Authorization") ?? "")?.[1] ?? "";
      const phone = tokens.get(token);
      if (phone === undefined) return reply(401, "Please log in again");
      if (!deleteProfileBody.safeParse(body).success) return reply(400, "A reason is needed");
      tokens.delete(token);
      const now = Date.now();
      deletions.set(phone, now);
      return reply(200, "Account deleted successfully", { deleted_at: iso(now) });
    },
  };
}

/** Rank of a phone number in the sandbox: 1 to 99 have an account, 100 to 109 had one; 0 for any other number. */
function accountRank(phone: string): number {
  const number = /^\+91(90000\d{5})$/.exec(phone)?.[1];
  return number === undefined ? 0 : Number(number) - 9_000_000_000;
}

function reply(status: number, message: string, fields: object = {}): Response {
  return Response.json({ ...fields, message }, { status });
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

/** Reads a body as JSON; null for any other body. */
function readJson(request: Request): Promise<unknown> {
  return request.json().catch(() => null);
}
