import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LONGEST_TOKEN } from "server/deletion/session.server";
import type { Logger } from "server/logger.server";
import type { AuthApi } from "server/upstream/auth-api.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import {
  CODE,
  createPerson,
  DELETED,
  PHONE,
  REGISTERED,
  START,
} from "../../../support/deletion-person";

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

/** Somebody before an auth API of which one call is another. */
function personWith(calls: Partial<AuthApi>, parts: Parameters<typeof createPerson>[0] = {}) {
  return createPerson({ ...parts, authApi: { ...createPerson().upstream.api, ...calls } });
}

const declined = (message: string) => new UpstreamError("http", message, { status: 400 });

describe("a code that is sent", () => {
  it("is good for ten minutes, for this session alone", async () => {
    const sendOtp = () => Promise.resolve({ sessionId: "the same", deletedBefore: null });
    const person = personWith({ sendOtp });
    const outcome = await person.does("send", { phone: PHONE });
    expect(outcome).toEqual({
      kind: "moved",
      session: {
        at: "code",
        id: expect.any(String) as string,
        phone: REGISTERED,
        otpSession: "the same",
        codeUntil: START + 10 * MINUTE,
      },
      toast: { id: "send.sent" },
    });
    vi.advanceTimersByTime(MINUTE);
    const later = await person.does("resend");
    const ids = [outcome, later].map(({ session }) => session && "id" in session && session.id);
    expect(new Set(ids).size).toBe(2);
  });

  it("is one for each number, network and page, however they are pressed together", async () => {
    const person = createPerson();
    const press = (phone: string, clientAddress: string, idempotencyKey: string) =>
      person.service.answer(
        null,
        { intent: "send", phone, idempotencyKey, otp: "", reasons: [], others: "" },
        clientAddress,
      );
    const outcomes = await Promise.all([
      press(PHONE, "203.0.113.7", "a page"),
      press("9876543213", "203.0.113.7", "a page"),
      press(PHONE, "203.0.113.7", "another page"),
      press(PHONE, "203.0.113.8", "a page"),
      press(PHONE, "203.0.113.7", "a page"),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      "moved",
      "moved",
      "stayed",
      "stayed",
      "moved",
    ]);
    expect(person.upstream.sent).toHaveLength(2);
  });

  it("is not joined by who presses the same button two seconds after it was answered", async () => {
    const person = createPerson();
    const press = () => {
      person.session = null;
      return person.does("send", { phone: PHONE, idempotencyKey: "a page" });
    };
    const first = await press();
    vi.advanceTimersByTime(1_999);
    expect(await press()).toEqual(first);
    vi.advanceTimersByTime(1);
    expect(await press()).toMatchObject({ status: 429 });
  });

  it.each([
    [{ deletedAt: START - 5 }, START - 5],
    [{ deletedAt: null }, null],
    [null, null],
  ])("is none where the account was deleted before: %j", async (deletedBefore, deletedAt) => {
    const person = personWith({
      sendOtp: () => Promise.resolve({ sessionId: null, deletedBefore }),
    });
    expect(await person.does("send", { phone: PHONE })).toEqual({
      kind: "moved",
      session: { at: "reactivation", id: expect.any(String) as string, deletedAt },
    });
    const other = personWith({
      sendOtp: () => Promise.resolve({ sessionId: "s", deletedBefore: { deletedAt: START } }),
    });
    await other.does("send", { phone: PHONE });
    expect(other.session).toMatchObject({ at: "reactivation", deletedAt: START });
  });

  it("that is refused says so beside the number where that was typed, and never repeats it", async () => {
    const person = createPerson();
    person.upstream.fail(declined(`No WhatsApp at ${REGISTERED}, not at ${PHONE} either`));
    expect(await person.does("send", { phone: PHONE })).toEqual({
      kind: "stayed",
      session: null,
      status: 400,
      problem: {
        message: { id: "send.failed" },
        said: "No WhatsApp at •••, not at ••• either",
        field: "phone",
      },
    });
    person.upstream.fail(null);
    await person.does("send", { phone: PHONE });
    vi.advanceTimersByTime(MINUTE);
    person.upstream.fail(declined("Not now"));
    const resent = await person.does("resend");
    expect(resent).toMatchObject({ kind: "stayed", status: 400, problem: { said: "Not now" } });
    expect(resent).not.toHaveProperty("problem.field");
    expect(person.session).toMatchObject({ at: "code" });
  });

  it("that failed is asked for again with the next press", async () => {
    const person = createPerson();
    const press = () => person.does("send", { phone: PHONE, idempotencyKey: "a page" });
    person.upstream.fail(declined("Not now"));
    expect(await press()).toMatchObject({ status: 400 });
    person.upstream.fail(null);
    expect(await press()).toMatchObject({ session: { at: "code" } });
  });

  it("for a deleted account opens a session of its own for each number", async () => {
    const person = createPerson();
    person.upstream.api.sendOtp = () =>
      Promise.resolve({ sessionId: null, deletedBefore: { deletedAt: START } });
    await person.does("send", { phone: PHONE });
    const first = person.session;
    person.session = null;
    await person.does("send", { phone: DELETED.slice(3) });
    expect([first, person.session]).toMatchObject([{ at: "reactivation" }, { at: "reactivation" }]);
    expect(first).not.toEqual(person.session);
  });

  it("asked for from a deleted account's page is refused there, beside the number", async () => {
    const person = createPerson();
    await person.does("send", { phone: DELETED });
    person.upstream.fail(new UpstreamError("timeout", ""));
    expect(await person.does("send", { phone: PHONE })).toMatchObject({
      kind: "stayed",
      status: 502,
      session: { at: "reactivation" },
      problem: { message: { id: "send.unanswered" }, field: "phone" },
    });
  });
});

describe("a code that is tried", () => {
  it("opens a session of fifteen minutes from the answer on", async () => {
    const person = createPerson();
    await person.does("send", { phone: PHONE });
    const { id } = person.session as { id: string };
    vi.advanceTimersByTime(5 * MINUTE);
    expect(await person.does("verify", { otp: CODE })).toEqual({
      kind: "moved",
      session: {
        at: "reasons",
        id,
        token: `token of ${REGISTERED}/1`,
        chosen: [],
        others: "",
        until: START + 20 * MINUTE,
      },
      toast: { id: "verify.verified" },
    });
  });

  it("is one try for two presses, and for one that comes within two seconds", async () => {
    const person = createPerson();
    await person.does("send", { phone: PHONE });
    const code = person.session;
    const press = (otp = CODE) => {
      person.session = code;
      return person.does("verify", { otp });
    };
    const [first, second] = await Promise.all([press(), press()]);
    vi.advanceTimersByTime(1_999);
    expect([second, await press()]).toEqual([first, first]);
    expect(person.upstream.tried).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await press();
    await press("111111");
    await press("111111");
    expect(person.upstream.tried).toHaveLength(4);
  });

  it("repeats no secret in what the server says of it", async () => {
    const person = createPerson();
    await person.does("send", { phone: PHONE });
    person.upstream.fail(declined(`${CODE} of ${REGISTERED}/1 and ${PHONE}: ${REGISTERED}`));
    // The OTP session holds the number: what was left of it would tell the rest.
    expect(await person.does("verify", { otp: CODE })).toMatchObject({
      kind: "stayed",
      problem: { said: "••• of ••• and •••: •••" },
    });
  });

  it("too often names the time at which a code can be sent, now where that has passed", async () => {
    const person = createPerson();
    await person.does("send", { phone: PHONE });
    vi.advanceTimersByTime(3 * MINUTE);
    for (let wrong = 1; wrong <= 5; wrong += 1) await person.does("verify", { otp: "000000" });
    const until = START + 3 * MINUTE;
    expect(person.session).toEqual({ at: "locked", cause: "codes", until });
  });

  it.each([
    ["no cookie holds what may become of the session", "t", () => false],
    ["its token is longer than any server takes", "t".repeat(LONGEST_TOKEN + 1), () => true],
  ])("leads to the mailbox where %s", async (_, token, fits) => {
    const error = vi.fn();
    const person = personWith(
      { verifyOtp: () => Promise.resolve({ action: "login", token }) },
      { fits, logger: { error } as Partial<Logger> as Logger },
    );
    await person.does("send", { phone: PHONE });
    expect(await person.does("verify", { otp: CODE })).toEqual({
      kind: "stayed",
      session: null,
      status: 502,
      problem: { message: { id: "problem.cannot-go-on" }, write: true },
    });
    expect(error.mock.calls).toEqual([
      [{ length: token.length }, "the token is too long for the session's cookie"],
    ]);
  });

  it("may bring a token of 8 KB, and room is made for the longest that may become of it", async () => {
    const token = "t".repeat(LONGEST_TOKEN);
    const fits = vi.fn(() => true);
    const person = personWith(
      { verifyOtp: () => Promise.resolve({ action: "login", token }) },
      { fits },
    );
    await person.does("send", { phone: PHONE });
    await person.does("verify", { otp: CODE });
    expect(person.session).toMatchObject({ at: "reasons", token });
    expect(fits.mock.calls).toEqual([
      [
        {
          at: "confirm",
          id: expect.any(String) as string,
          token,
          chosen: expect.objectContaining({ length: 5 }) as string[],
          others: "x".repeat(300),
          until: START + 15 * MINUTE,
          lost: "DEL-0000-0000",
          refused: { cause: "network", until: START + 15 * MINUTE },
        },
      ],
    ]);
  });

  it("fails with what is no failure of the auth API", async () => {
    const person = personWith({ verifyOtp: () => Promise.reject(new TypeError("a fault")) });
    await person.does("send", { phone: PHONE });
    await expect(person.does("verify", { otp: CODE })).rejects.toBeInstanceOf(TypeError);
  });
});
