import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createAccounts } from "server/sandbox/auth-accounts";
import { createAuthHandlers } from "server/sandbox/auth-api";
import { Outbox } from "server/sandbox/outbox";
import { outboxPage } from "server/sandbox/outbox-page";

const PHONE = "+919000000001";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 31) }));
afterEach(() => void vi.useRealTimers());

function createSandbox() {
  const outbox = new Outbox();
  const codes: string[] = [];
  const onSent = ({ code }: { code: string }) => codes.push(code);
  const handlers = createAuthHandlers({ accounts: createAccounts(), outbox, onSent });
  const post = (call: "send-otp" | "verify-otp", body: object) =>
    handlers[`POST /api/auth/auth/whatsapp/${call}`]({ body, authorization: undefined });
  const send = (phone_number = PHONE) =>
    post("send-otp", { phone_number, country_short_name: "IN", type: "whatsapp" });
  /** A code that was sent, as it is to be verified. */
  const sent = (phone?: string) => ({ ...send(phone).body, otp: codes.at(-1) });
  const verify = (body: object) => post("verify-otp", body);
  const remove = (token: string) =>
    handlers["DELETE /api/auth/auth/profile/delete"]({
      body: { reason: "Privacy concerns" },
      authorization: `Bearer ${token}`,
    });
  return { outbox, codes, send, sent, verify, remove };
}

it.each([
  [PHONE, "login"],
  ["+919000000099", "login"],
  ["+919000000000", "signup_required"],
  ["+919000000110", "signup_required"],
  ["+449000000001", "signup_required"],
])("a code of %s leads to %s", (phone, action) => {
  const { sent, verify } = createSandbox();
  expect(verify(sent(phone))).toMatchObject({ status: 200, body: { action } });
});

it.each(["+919000000100", "+919000000109"])("%s was deleted 30 days ago", (phone) => {
  const { send, codes } = createSandbox();
  expect(send(phone).body).toMatchObject({
    warning: { action: "reactivation_available", deleted_at: "2026-01-01T00:00:00.000Z" },
  });
  expect(codes).toEqual([]);
});

it("an account is deleted once; it then answers like those deleted before", () => {
  const { send, sent, verify, remove } = createSandbox();
  const { token } = verify(sent()).body as { token: string };
  const deleted_at = "2026-01-31T00:00:00.000Z";
  expect(remove(token)).toMatchObject({ status: 200, body: { deleted_at } });
  expect(remove(token).status).toBe(401);
  expect(send().body).toMatchObject({ warning: { deleted_at } });
});

it("a code is good once, for ten minutes, and only the newest", () => {
  const { sent, verify } = createSandbox();
  const expired = { status: 400, body: { message: "OTP expired" } };
  const [first, second] = [sent(), sent()];
  expect(verify(first)).toEqual(expired);
  expect(verify({ ...second, otp: "x" }).body).toEqual({ message: "Invalid OTP" });
  expect(verify(second).status).toBe(200);
  expect(verify(second)).toEqual(expired);
  const late = sent();
  vi.advanceTimersByTime(10 * 60_000);
  expect(verify(late)).toEqual(expired);
});

it("bodies that are not right are refused, and the last 50 messages are shown in the outbox", () => {
  const { outbox, send, verify, codes } = createSandbox();
  expect([send("9000000001").status, verify({}).status]).toEqual([400, 400]);
  for (let sent = 0; sent < 60; sent += 1) send();
  expect(outbox.messages).toHaveLength(50);
  expect(outboxPage(outbox.messages)).toContain(`Your code is ${codes.at(-1)}`);
  expect(outboxPage([{ to: "<b>", text: "&", at: 0 }])).toContain("&#60;b&#62;");
});
