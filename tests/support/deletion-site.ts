import type { Behaviour, FaultyUpstream } from "./faulty-upstream";

export const PAGE = "/pulsescout/delete-user";
export const SEND = "/auth/whatsapp/send-otp";
export const VERIFY = "/auth/whatsapp/verify-otp";
export const DELETE = "/auth/profile/delete";

export const OTP_SESSION = "otp-session-0c9d1e";
export const TOKEN = "eyJhbGciOi.bearer-token.5a1f";
export const CODE = "482913";

export const json = (body: unknown): Behaviour => ({ kind: "json", json: body });
export const respondWith = (status: number, body?: unknown): Behaviour => ({
  kind: "status",
  status,
  json: body,
});

/** Makes an upstream send codes (one OTP session per number), accept any code, and delete accounts. */
export function allowDeletions(upstream: FaultyUpstream): void {
  upstream.set(SEND, ({ body }) => {
    const [phone = ""] = /\d+/.exec(body) ?? [];
    return json({ sessionId: OTP_SESSION + phone, message: "sent" });
  });
  upstream.set(VERIFY, json({ action: "login", token: TOKEN, message: "ok" }));
  upstream.set(DELETE, json({ message: "Account deleted successfully" }));
}
