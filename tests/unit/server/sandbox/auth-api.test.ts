import { beforeEach, expect, it, vi } from "vitest";
import { authRoutes } from "server/sandbox/auth-api";
import type { Routes } from "server/sandbox/http-server";
import { createOutbox } from "server/sandbox/outbox";

const PHONE = "+919000000001";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 31) }));

function createSandbox() {
  const outbox = createOutbox();
  const codes: string[] = [];
  const routes: Routes = {
    ...authRoutes(outbox, { info: ({ code }: { code: string }) => void codes.push(code) }),
    ...outbox.routes,
  };
  async function request(route: string, body?: unknown, authorization = "") {
    const [method = ""] = route.split(" ");
    const sent = { method, headers: { authorization }, body: JSON.stringify(body) };
    const answer = await routes[route]?.(new Request("http://sandbox", sent));
    return { status: answer?.status, text: (await answer?.text()) ?? "" };
  }
  async function call(method: string, path: string, body: unknown, authorization?: string) {
    const { status, text } = await request(`${method} /api/auth/auth/${path}`, body, authorization);
    // Only the fields that the tests read have types.
    return { status, body: JSON.parse(text) as Record<"token" | "sessionId", string> };
  }
  const send = (phone_number = PHONE) =>
    call("POST", "whatsapp/send-otp", { phone_number, country_short_name: "IN", type: "whatsapp" });
  /** Sends a code, and returns the body of its verification request. */
  const sendCode = async (phone?: string) => ({ ...(await send(phone)).body, otp: codes.at(-1) });
  const verify = (body: object) => call("POST", "whatsapp/verify-otp", body);
  const remove = (token: string) =>
    call("DELETE", "profile/delete", { reason: "Privacy concerns" }, `Bearer ${token}`);
  const page = async () => (await request("GET /sandbox/outbox")).text;
  return { outbox, codes, send, sendCode, verify, remove, page };
}

it.each([
  [PHONE, "login"],
  ["+919000000099", "login"],
  ["+919000000000", "signup_required"],
  ["+919000000110", "signup_required"],
  ["+449000000001", "signup_required"],
])("verifying a code for %s results in the action %s", async (phone, action) => {
  const { sendCode, verify } = createSandbox();
  expect(await verify(await sendCode(phone))).toMatchObject({ status: 200, body: { action } });
});

it.each(["+919000000100", "+919000000109"])("account %s was deleted 30 days ago", async (phone) => {
  const { send, codes } = createSandbox();
  expect((await send(phone)).body).toMatchObject({
    warning: { action: "reactivation_available", deleted_at: "2026-01-01T00:00:00.000Z" },
  });
  expect(codes).toEqual([]);
});

it("an account is deleted once, and then responds like an account that was deleted earlier", async () => {
  const { send, sendCode, verify, remove } = createSandbox();
  const { token } = (await verify(await sendCode())).body;
  const deleted_at = "2026-01-31T00:00:00.000Z";
  expect(await remove(token)).toMatchObject({ status: 200, body: { deleted_at } });
  expect((await remove(token)).status).toBe(401);
  expect((await send()).body).toMatchObject({ warning: { deleted_at } });
});

it("only the newest code is valid, once and for ten minutes", async () => {
  const { sendCode, verify } = createSandbox();
  const expired = { status: 400, body: { message: "OTP expired" } };
  const [first, second] = [await sendCode(), await sendCode()];
  expect(await verify(first)).toEqual(expired);
  expect((await verify({ ...second, otp: "x" })).body).toEqual({ message: "Invalid OTP" });
  expect((await verify(second)).status).toBe(200);
  expect(await verify(second)).toEqual(expired);
  const late = await sendCode();
  vi.advanceTimersByTime(10 * 60_000);
  expect(await verify(late)).toEqual(expired);
});

it("invalid bodies are rejected, and the outbox shows the last 50 messages", async () => {
  const { outbox, send, verify, codes, page } = createSandbox();
  expect([(await send("9000000001")).status, (await verify({})).status]).toEqual([400, 400]);
  for (let count = 0; count < 60; count += 1) await send();
  expect((await page()).match(/Your code is/g)).toHaveLength(50);
  expect(await page()).toContain(`Your code is ${codes.at(-1)}`);
  outbox.add("<b>", "&");
  expect(await page()).toContain("&#60;b&#62;");
});
