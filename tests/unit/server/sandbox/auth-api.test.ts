import { beforeEach, expect, it, vi } from "vitest";
import { authRoutes } from "server/sandbox/auth-api";
import { createOutbox } from "server/sandbox/outbox";

const PHONE = "+919000000001";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 31) }));

function createSandbox() {
  const outbox = createOutbox();
  const codes: string[] = [];
  const routes = {
    ...authRoutes(outbox, { info: ({ code }: { code: string }) => void codes.push(code) }),
    ...outbox.routes,
  };
  async function ask(route: string, body?: unknown, authorization?: string) {
    const answer = await routes[route]?.({
      query: new URLSearchParams(),
      headers: { authorization },
      body: () => Promise.resolve(Buffer.from(JSON.stringify(body))),
    });
    return { status: answer?.status, text: answer?.body ?? "" };
  }
  async function call(method: string, path: string, body: unknown, authorization?: string) {
    const { status, text } = await ask(`${method} /api/auth/auth/${path}`, body, authorization);
    // Each test states the fields that it goes on to read.
    return { status, body: JSON.parse(text) as Record<"token" | "sessionId", string> };
  }
  const send = (phone_number = PHONE) =>
    call("POST", "whatsapp/send-otp", { phone_number, country_short_name: "IN", type: "whatsapp" });
  /** A code that was sent, as it is to be verified. */
  const sent = async (phone?: string) => ({ ...(await send(phone)).body, otp: codes.at(-1) });
  const verify = (body: object) => call("POST", "whatsapp/verify-otp", body);
  const remove = (token: string) =>
    call("DELETE", "profile/delete", { reason: "Privacy concerns" }, `Bearer ${token}`);
  const page = async () => (await ask("GET /sandbox/outbox")).text;
  return { outbox, codes, send, sent, verify, remove, page };
}

it.each([
  [PHONE, "login"],
  ["+919000000099", "login"],
  ["+919000000000", "signup_required"],
  ["+919000000110", "signup_required"],
  ["+449000000001", "signup_required"],
])("a code of %s leads to %s", async (phone, action) => {
  const { sent, verify } = createSandbox();
  expect(await verify(await sent(phone))).toMatchObject({ status: 200, body: { action } });
});

it.each(["+919000000100", "+919000000109"])("%s was deleted 30 days ago", async (phone) => {
  const { send, codes } = createSandbox();
  expect((await send(phone)).body).toMatchObject({
    warning: { action: "reactivation_available", deleted_at: "2026-01-01T00:00:00.000Z" },
  });
  expect(codes).toEqual([]);
});

it("an account is deleted once; it then answers like those deleted before", async () => {
  const { send, sent, verify, remove } = createSandbox();
  const { token } = (await verify(await sent())).body;
  const deleted_at = "2026-01-31T00:00:00.000Z";
  expect(await remove(token)).toMatchObject({ status: 200, body: { deleted_at } });
  expect((await remove(token)).status).toBe(401);
  expect((await send()).body).toMatchObject({ warning: { deleted_at } });
});

it("a code is good once, for ten minutes, and only the newest", async () => {
  const { sent, verify } = createSandbox();
  const expired = { status: 400, body: { message: "OTP expired" } };
  const [first, second] = [await sent(), await sent()];
  expect(await verify(first)).toEqual(expired);
  expect((await verify({ ...second, otp: "x" })).body).toEqual({ message: "Invalid OTP" });
  expect((await verify(second)).status).toBe(200);
  expect(await verify(second)).toEqual(expired);
  const late = await sent();
  vi.advanceTimersByTime(10 * 60_000);
  expect(await verify(late)).toEqual(expired);
});

it("bodies that are not right are refused, and the last 50 messages are shown in the outbox", async () => {
  const { outbox, send, verify, codes, page } = createSandbox();
  expect([(await send("9000000001")).status, (await verify({})).status]).toEqual([400, 400]);
  for (let sent = 0; sent < 60; sent += 1) await send();
  expect((await page()).match(/Your code is/g)).toHaveLength(50);
  expect(await page()).toContain(`Your code is ${codes.at(-1)}`);
  outbox.add({ to: "<b>", text: "&", at: 0 });
  expect(await page()).toContain("&#60;b&#62;");
});
