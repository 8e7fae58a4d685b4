import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAccounts } from "server/sandbox/auth-accounts";
import { createAuthHandlers } from "server/sandbox/auth-api";
import { Outbox } from "server/sandbox/outbox";
import { outboxPage } from "server/sandbox/outbox-page";

const PHONE = "+919000000001";

function createSandbox() {
  const outbox = new Outbox();
  const codes: string[] = [];
  const handlers = createAuthHandlers({
    accounts: createAccounts(),
    outbox,
    onSent: ({ code }) => codes.push(code),
  });
  const authorization = undefined;
  const send = (phone: string) =>
    handlers["POST /api/auth/auth/whatsapp/send-otp"]({
      body: { phone_number: phone, country_short_name: "IN", type: "whatsapp" },
      authorization,
    });
  const verify = (body: object) =>
    handlers["POST /api/auth/auth/whatsapp/verify-otp"]({ body, authorization });
  const remove = (token: string) =>
    handlers["DELETE /api/auth/auth/profile/delete"]({
      body: { reason: "Privacy concerns" },
      authorization: `Bearer ${token}`,
    });
  const login = (phone: string) => {
    const { sessionId } = send(phone).body as { sessionId: string };
    return verify({ sessionId, otp: codes.at(-1) });
  };
  return { outbox, codes, send, verify, remove, login };
}

describe("the sandbox's auth API", () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 31) }));
  afterEach(() => void vi.useRealTimers());

  it.each([
    [PHONE, "login"],
    ["+919000000099", "login"],
    ["+919000000000", "signup_required"],
    ["+919000000110", "signup_required"],
    ["+449000000001", "signup_required"],
  ])("answers a code of %s with %s", (phone, action) => {
    expect(createSandbox().login(phone)).toMatchObject({ status: 200, body: { action } });
  });

  it.each(["+919000000100", "+919000000109"])("deleted %s 30 days ago", (phone) => {
    const sandbox = createSandbox();
    expect(sandbox.send(phone).body).toMatchObject({
      warning: { action: "reactivation_available", deleted_at: "2026-01-01T00:00:00.000Z" },
    });
    expect(sandbox.codes).toEqual([]);
  });

  it("deletes an account once; it then answers like those deleted before", () => {
    const sandbox = createSandbox();
    const { token } = sandbox.login(PHONE).body as { token: string };
    const deleted_at = "2026-01-31T00:00:00.000Z";
    expect(sandbox.remove(token)).toMatchObject({ status: 200, body: { deleted_at } });
    expect(sandbox.remove(token).status).toBe(401);
    expect(sandbox.send(PHONE).body).toMatchObject({ warning: { deleted_at } });
  });

  it("takes a code once, within ten minutes, and only the newest", () => {
    const sandbox = createSandbox();
    const sent = () => ({ ...sandbox.send(PHONE).body, otp: sandbox.codes.at(-1) });
    const expired = { status: 400, body: { message: "OTP expired" } };
    const [first, second] = [sent(), sent()];
    expect(sandbox.verify(first)).toEqual(expired);
    expect(sandbox.verify({ ...second, otp: "x" }).body).toEqual({ message: "Invalid OTP" });
    expect(sandbox.verify(second).status).toBe(200);
    expect(sandbox.verify(second)).toEqual(expired);
    const late = sent();
    vi.advanceTimersByTime(10 * 60_000);
    expect(sandbox.verify(late)).toEqual(expired);
  });

  it("refuses bodies and tokens that are not right", () => {
    const sandbox = createSandbox();
    expect(sandbox.send("9000000001").status).toBe(400);
    expect(sandbox.verify({}).status).toBe(400);
    expect(sandbox.remove("made-up").status).toBe(401);
  });

  it("shows the last 50 messages that it sent in the outbox", () => {
    const { outbox, send, codes } = createSandbox();
    for (let sent = 0; sent < 60; sent += 1) send(PHONE);
    expect(outbox.messages).toHaveLength(50);
    expect(outboxPage(outbox.messages)).toContain(`Your code is ${codes.at(-1)}`);
    expect(outboxPage([{ to: "<b>", text: "&", at: 0 }])).toContain("&#60;b&#62;");
  });
});
