import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAccounts } from "server/sandbox/auth-accounts";
import { createAuthHandlers } from "server/sandbox/auth-api";
import { Outbox } from "server/sandbox/outbox";
import { outboxPage } from "server/sandbox/outbox-page";

const START = Date.UTC(2026, 0, 31);

function createSandbox() {
  const outbox = new Outbox();
  const log: { phone: string; code: string }[] = [];
  const handlers = createAuthHandlers({
    accounts: createAccounts(),
    outbox,
    onSent: (message) => log.push(message),
  });
  const send = (phone: string) =>
    handlers["POST /api/auth/auth/whatsapp/send-otp"]({
      body: { phone_number: phone, country_short_name: "IN", type: "whatsapp" },
      authorization: undefined,
    });
  const verify = (body: object) =>
    handlers["POST /api/auth/auth/whatsapp/verify-otp"]({ body, authorization: undefined });
  const remove = (token: string, reason = "Privacy concerns") =>
    handlers["DELETE /api/auth/auth/profile/delete"]({
      body: { reason },
      authorization: `Bearer ${token}`,
    });
  const login = (phone: string) => {
    const { sessionId } = send(phone).body as { sessionId: string };
    return verify({ sessionId, otp: log.at(-1)?.code });
  };
  return { outbox, log, send, verify, remove, login };
}

describe("the sandbox's auth API", () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  it.each(["+919000000001", "+919000000099"])("logs %s in", (phone) => {
    expect(createSandbox().login(phone)).toMatchObject({ status: 200, body: { action: "login" } });
  });

  it.each(["+919000000000", "+919000000110", "+919876543210", "+449000000001"])(
    "does not know %s",
    (phone) => {
      expect(createSandbox().login(phone).body).toMatchObject({ action: "signup_required" });
    },
  );

  it.each(["+919000000100", "+919000000109"])("deleted %s 30 days ago", (phone) => {
    const sandbox = createSandbox();
    expect(sandbox.send(phone).body).toMatchObject({
      warning: { action: "reactivation_available", deleted_at: "2026-01-01T00:00:00.000Z" },
    });
    expect(sandbox.log).toHaveLength(0);
  });

  it("deletes an account once; it then answers like those deleted before", () => {
    const sandbox = createSandbox();
    const { token } = sandbox.login("+919000000001").body as { token: string };
    expect(sandbox.remove(token)).toEqual({
      status: 200,
      body: { message: "Account deleted successfully", deleted_at: "2026-01-31T00:00:00.000Z" },
    });
    expect(sandbox.remove(token).status).toBe(401);
    expect(sandbox.send("+919000000001").body).toMatchObject({
      warning: { action: "reactivation_available", deleted_at: "2026-01-31T00:00:00.000Z" },
    });
  });

  it("takes a code once, within ten minutes, and only the newest", () => {
    const sandbox = createSandbox();
    const phone = "+919000000001";
    const first = sandbox.send(phone).body as { sessionId: string };
    const firstCode = sandbox.log.at(-1)?.code;
    const second = sandbox.send(phone).body as { sessionId: string };
    const code = sandbox.log.at(-1)?.code;
    expect(sandbox.verify({ ...first, otp: firstCode }).body).toEqual({ message: "OTP expired" });
    expect(sandbox.verify({ ...second, otp: "x" })).toEqual({
      status: 400,
      body: { message: "Invalid OTP" },
    });
    expect(sandbox.verify({ ...second, otp: code }).status).toBe(200);
    expect(sandbox.verify({ ...second, otp: code }).body).toEqual({ message: "OTP expired" });
    const late = sandbox.send(phone).body as { sessionId: string };
    vi.advanceTimersByTime(10 * 60_000);
    expect(sandbox.verify({ ...late, otp: sandbox.log.at(-1)?.code }).body).toEqual({
      message: "OTP expired",
    });
  });

  it("refuses bodies and tokens that are not right", () => {
    const sandbox = createSandbox();
    expect(sandbox.send("9000000001").status).toBe(400);
    expect(sandbox.verify({}).status).toBe(400);
    expect(sandbox.remove("made-up").status).toBe(401);
  });

  it("shows what it sent in the outbox", () => {
    const sandbox = createSandbox();
    expect(outboxPage(sandbox.outbox.messages)).toContain("No message was sent yet.");
    for (let sent = 0; sent < 60; sent += 1) sandbox.send("+919000000001");
    expect(sandbox.outbox.messages).toHaveLength(50);
    const page = outboxPage(sandbox.outbox.messages);
    expect(page).toContain(`<td style`);
    expect(page).toContain("+919000000001");
    expect(page).toContain(`Your code is ${sandbox.log.at(-1)?.code}`);
    expect(outboxPage([{ to: "<b>", text: "&", at: 0 }])).toContain("&#60;b&#62;");
  });
});
