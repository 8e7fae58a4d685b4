import fc from "fast-check";
import { beforeEach, expect, it, vi } from "vitest";
import { createSessionCookie, type DeletionSession } from "server/deletion/session.server";
import { sharedContext, withRequestContext } from "server/process/request-context.server";

const OLD = "an old secret that is long enough to be used";
const NEW = "a new secret that is long enough to be used";
const START = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

const session: DeletionSession = {
  ...{ at: "code", id: "an id", until: START + 15 * MINUTE_MS, codeUntil: START },
  ...{ phone: "+919876543210", otpSession: "an-otp-session" },
};

beforeEach(() => void vi.useFakeTimers({ now: START }));

const within = <T>(secure: boolean, run: () => Promise<T>) =>
  withRequestContext({ ...sharedContext("r"), secureCookies: secure }, run);

const write = (secrets = [NEW], secure = false) =>
  within(secure, () => createSessionCookie(secrets).write(session));

/** The pair of name and value that a browser would send. */
const sealedBy = async (secrets?: string[]) => (await write(secrets)).split(";")[0] ?? "";

const read = (cookies: string, secrets = [NEW, OLD], secure = false) =>
  within(secure, () =>
    createSessionCookie(secrets).read(
      new Request("https://pulse.example", { headers: { Cookie: cookies } }),
    ),
  );

it("opens to what was sealed, and does not contain it in readable form", async () => {
  const sealed = await sealedBy();
  expect(await read(`a=b; not-${sealed}; ${sealed}; c=d`)).toEqual(session);
  const parts = sealed.split(/[=.]/);
  const readable = parts.map((part) => Buffer.from(part, "base64url").toString("latin1")).join();
  expect(readable + sealed).not.toMatch(/otp-session|9876543210/);
});

it("is HttpOnly and Lax, and needs Secure and the __Host- prefix over https", async () => {
  const attributes = "Max-Age=900; Path=/; HttpOnly; SameSite=Lax";
  const [plain, secure] = [await write(), await write([NEW], true)];
  expect(plain.replace(/=[^;]*/, "")).toBe(`pulse-deletion; ${attributes}`);
  expect(secure.replace(/=[^;]*/, "")).toBe(`__Host-pulse-deletion; ${attributes}; Secure`);
  expect(await read(await sealedBy(), [NEW], true)).toBeNull();
});

it("is sealed with the first secret, and opens with any of its own", async () => {
  expect(await read(await sealedBy([OLD]))).toEqual(session);
  expect(await read(await sealedBy(["a foreign secret that is long enough"]))).toBeNull();
  expect(await read(await sealedBy([NEW, OLD]), [OLD])).toBeNull();
});

it("does not open when its seal has expired or any of its characters is removed", async () => {
  const sealed = await sealedBy();
  const first = "pulse-deletion=".length;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: first, max: sealed.length - 1 }), async (at) => {
      expect(await read(sealed.slice(0, at) + sealed.slice(at + 1))).toBeNull();
    }),
  );
  vi.setSystemTime(START + 16 * MINUTE_MS);
  expect(await read(sealed)).toBeNull();
});
