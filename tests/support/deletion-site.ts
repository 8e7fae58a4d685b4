import type { Behaviour } from "./faulty-upstream";

export const PAGE = "/pulsescout/delete-user";
export const SEND = "/auth/whatsapp/send-otp";
export const VERIFY = "/auth/whatsapp/verify-otp";
export const DELETE = "/auth/profile/delete";

export const OTP_SESSION = "otp-session-0c9d1e";
export const TOKEN = "eyJhbGciOi.bearer-token.5a1f";
export const CODE = "482913";

export const json = (body: unknown, delayMs?: number): Behaviour => ({
  kind: "json",
  json: body,
  delayMs,
});
export const says = (status: number, body?: unknown): Behaviour => ({
  kind: "status",
  status,
  json: body,
});
