import { randomUUID } from "node:crypto";
import { deleteProfileBody, sendOtpBody, verifyOtpBody } from "../upstream/contracts/auth.server";
import type { Accounts } from "./auth-accounts";
import { OtpSessions } from "./auth-otp-sessions";
import type { Outbox } from "./outbox";

export interface AuthRequest {
  /** The parsed JSON body. */
  body: unknown;
  authorization: string | undefined;
}

export interface AuthAnswer {
  status: number;
  body: object;
}

export type AuthHandler = (request: AuthRequest) => AuthAnswer;

export interface AuthParts {
  accounts: Accounts;
  outbox: Outbox;
  /** Told of every code that was sent. */
  onSent: (message: { phone: string; code: string }) => void;
}

/** The auth API, by method and path, over the sandbox's accounts. */
export function createAuthHandlers({ accounts, outbox, onSent }: AuthParts) {
  const codes = new OtpSessions();
  const tokens = new Map<string, string>();

  const sendOtp: AuthHandler = ({ body }) => {
    const parsed = sendOtpBody.safeParse(body);
    if (!parsed.success) return says(400, "The phone number is not valid");
    const phone = parsed.data.phone_number;
    const account = accounts.find(phone);
    if (account.state === "deleted") {
      const warning = {
        action: "reactivation_available",
        deleted_at: new Date(account.deletedAt).toISOString(),
      };
      return says(200, "This account was deleted", { sessionId: randomUUID(), warning });
    }
    const { sessionId, code } = codes.open(phone);
    outbox.add({ to: phone, text: `Your code is ${code}`, at: Date.now() });
    onSent({ phone, code });
    return says(200, "OTP sent", { sessionId });
  };

  const verifyOtp: AuthHandler = ({ body }) => {
    const parsed = verifyOtpBody.safeParse(body);
    if (!parsed.success) return says(400, "Invalid OTP");
    const result = codes.use(parsed.data.sessionId, parsed.data.otp);
    if (result === "expired") return says(400, "OTP expired");
    if (result === "wrong") return says(400, "Invalid OTP");
    if (accounts.find(result.phone).state === "unknown") {
      return says(200, "Please sign up first", { action: "signup_required" });
    }
    const token = randomUUID();
    tokens.set(token, result.phone);
    return says(200, "Login successful", { action: "login", token });
  };

  const deleteProfile: AuthHandler = ({ body, authorization }) => {
    const token = /^Bearer (\S+)$/.exec(authorization ?? "")?.[1] ?? "";
    const phone = tokens.get(token);
    if (phone === undefined) return says(401, "Please log in again");
    if (!deleteProfileBody.safeParse(body).success) return says(400, "A reason is needed");
    tokens.delete(token);
    const { deletedAt } = accounts.remove(phone);
    return says(200, "Account deleted successfully", {
      deleted_at: new Date(deletedAt).toISOString(),
    });
  };

  return {
    "POST /api/auth/auth/whatsapp/send-otp": sendOtp,
    "POST /api/auth/auth/whatsapp/verify-otp": verifyOtp,
    "DELETE /api/auth/auth/profile/delete": deleteProfile,
  } satisfies Record<string, AuthHandler>;
}

function says(status: number, message: string, fields: object = {}): AuthAnswer {
  return { status, body: { ...fields, message } };
}
