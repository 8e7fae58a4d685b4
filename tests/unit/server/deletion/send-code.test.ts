import { beforeEach, describe, expect, it, vi } from "vitest";
import { UpstreamError } from "server/upstream/upstream-error.server";
import {
  ADDRESS,
  createPerson,
  DELETED,
  httpError,
  notSentError,
  PHONE,
  REGISTERED,
  START,
  timeoutError,
} from "../../../support/deletion-person";

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: START }));

describe("a code that is sent", () => {
  it("is valid for ten minutes and for this session only", async () => {
    const sendOtp = () => Promise.resolve({ sessionId: "the same", deletedBefore: null });
    const person = createPerson({ authApi: { sendOtp } });
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
    expect(later.session).not.toHaveProperty("id", (outcome.session as { id: string }).id);
  });

  it("is sent once per page and number, and a lost answer can be repeated while the code is valid", async () => {
    const person = createPerson();
    const submit = (idempotencyKey: string, phone = PHONE, address = ADDRESS) =>
      person.sends("send", { phone, idempotencyKey }, null, address);
    const outcomes = await Promise.all([
      submit("a page"),
      submit("a page", "9876543213"),
      submit("another page"),
      submit("a page", PHONE, "203.0.113.8"),
      submit("a page"),
    ]);
    const kinds = outcomes.map(({ kind }) => kind);
    expect(kinds).toEqual(["moved", "moved", "stayed", "moved", "moved"]);
    expect(outcomes.slice(3)).toEqual([outcomes[0], outcomes[0]]);
    expect(person.upstream.sent).toHaveLength(2);
    vi.advanceTimersByTime(10 * MINUTE - 1);
    expect(await submit("a page")).toEqual(outcomes[0]);
    expect(person.upstream.sent).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(await submit("a page")).toMatchObject({ kind: "moved" });
    expect(person.upstream.sent).toHaveLength(3);
  });

  it("is a new code for a person who holds the session of the first code or has left it", async () => {
    const person = createPerson();
    const send = (from?: null) =>
      person.does("send", { phone: PHONE, idempotencyKey: "a page" }, from);
    const first = await send();
    expect(await send()).toMatchObject({
      status: 429,
      problem: { message: { id: "limit.minute" } },
    });
    vi.advanceTimersByTime(MINUTE);
    const second = await send();
    expect(second).toMatchObject({ kind: "moved" });
    expect(second.session).not.toEqual(first.session);
    await person.does("start-over");
    vi.advanceTimersByTime(MINUTE);
    expect((await send(null)).session).not.toEqual(second.session);
    expect(person.upstream.sent).toHaveLength(3);
  });

  it("may have been sent, as the limit says that answers the repeated request", async () => {
    const person = createPerson();
    person.upstream.fail(timeoutError);
    const send = (idempotencyKey: string) =>
      person.does("send", { phone: PHONE, idempotencyKey }, null);
    await send("a page");
    const note = { id: "send.may-be-sent" };
    expect(await send("a page")).toMatchObject({ status: 429, problem: { note } });
    expect(await send("another page")).not.toHaveProperty("problem.note.id");
  });

  it("may have been sent by a resend without an answer, as every page of the session says", async () => {
    const person = createPerson();
    const code = await person.reachCode();
    vi.setSystemTime(Date.now() + 61_000);
    person.upstream.fail(timeoutError);
    const resend = (idempotencyKey: string) => person.does("resend", { idempotencyKey }, code);
    await resend("a page");
    const problem = { note: { id: "send.may-be-sent" } };
    expect(await resend("another page")).toMatchObject({ status: 429, problem });
  });

  it("is not shared by forms without an idempotency key: anybody may know the number", async () => {
    const person = createPerson();
    const send = () => person.does("send", { phone: PHONE }, null);
    const together = await Promise.all([send(), send()]);
    expect(together.map(({ kind }) => kind)).toEqual(["moved", "stayed"]);
    expect(person.upstream.reached).toHaveLength(1);
  });

  it.each([
    [null, { deletedAt: START - 5 }, START - 5],
    [null, { deletedAt: null }, null],
    [null, null, null],
    ["s", { deletedAt: START }, START],
  ])(
    "is replaced by the reactivation place for a deleted account: %j, %j",
    async (sessionId, deletedBefore, deletedAt) => {
      const sendOtp = () => Promise.resolve({ sessionId, deletedBefore });
      const person = createPerson({ authApi: { sendOtp } });
      const first = await person.does("send", { phone: PHONE });
      const id = expect.any(String) as string;
      expect(first).toEqual({ kind: "moved", session: { at: "reactivation", id, deletedAt } });
      const other = await person.does("send", { phone: "9876543213" }, null);
      expect(other).not.toEqual(first);
    },
  );
});

describe("a code that was not sent", () => {
  it("is reported at the number's field, and the message never repeats the number", async () => {
    const person = createPerson();
    person.upstream.fail(httpError(400, `No WhatsApp at ${REGISTERED}, not at ${PHONE} either`));
    const said = "No WhatsApp at •••, not at ••• either";
    const submit = () => person.does("send", { phone: PHONE, idempotencyKey: "a page" });
    expect(await submit()).toEqual({
      kind: "stayed",
      session: null,
      status: 400,
      problem: { message: { id: "send.failed" }, said, field: "phone" },
    });
    // The same page may try again, because failures are not stored.
    person.upstream.fail(null);
    expect(await submit()).toMatchObject({ session: { at: "code" } });
    vi.advanceTimersByTime(MINUTE);
    person.upstream.fail(httpError(400, "Not now"));
    const resent = await person.does("resend");
    expect(resent).toMatchObject({ status: 400, problem: { said: "Not now" } });
    expect(resent).not.toHaveProperty("problem.field");
    expect(person.session).toMatchObject({ at: "code" });
  });

  it("has the time of the next possible code if it may have been sent, also for a deleted account", async () => {
    const person = createPerson();
    await person.does("send", { phone: DELETED });
    person.upstream.fail(timeoutError);
    expect(await person.does("send", { phone: PHONE })).toEqual({
      kind: "stayed",
      session: expect.objectContaining({ at: "reactivation" }) as object,
      status: 502,
      problem: {
        message: { id: "send.unanswered" },
        field: "phone",
        note: { id: "send.may-be-sent" },
      },
      retryAt: START + MINUTE,
    });
  });

  it.each([
    timeoutError,
    new UpstreamError("connection", "", { sent: true }),
    httpError(500),
    httpError(408),
    httpError(302),
    new UpstreamError("invalid", ""),
    new UpstreamError("refused", "Sent", { cause: new UpstreamError("invalid", "") }),
  ])("counts after $kind $status: at most one a minute and five an hour", async (error) => {
    const person = createPerson();
    person.upstream.fail(error);
    for (let attempt = 0; attempt < 60; attempt += 1) {
      await person.does("send", { phone: PHONE });
      vi.advanceTimersByTime(MINUTE / 2);
    }
    expect(person.upstream.reached).toHaveLength(5);
  });

  it.each([
    new UpstreamError("connection", "", { sent: false }),
    notSentError,
    httpError(422),
    httpError(429),
    new UpstreamError("refused", ""),
  ])("counts only against its network after $kind $status", async (error) => {
    const person = createPerson();
    person.upstream.fail(error);
    for (let attempt = 1; attempt < 60; attempt += 1) {
      expect(await person.does("send", { phone: PHONE })).not.toHaveProperty("retryAt");
    }
    person.upstream.fail(null);
    expect(await person.does("send", { phone: PHONE })).toMatchObject({ kind: "moved" });
    person.upstream.fail(error);
    expect(await person.does("send", { phone: "9876543219" }, null)).toMatchObject({
      session: { at: "locked", cause: "network" },
    });
    expect(person.upstream.sent).toHaveLength(1);
  });
});

it("a limit on sending delays the next code, whether it is the number's, the auth API's or the network's", async () => {
  const person = createPerson();
  const code = await person.reachCode();
  const resendAt = async () => (await person.service.codeState(code, ADDRESS))?.resendAt;
  expect(await resendAt()).toBe(START + MINUTE);
  vi.advanceTimersByTime(MINUTE);
  person.upstream.fail(httpError(429, "", 3 * MINUTE));
  await person.does("resend");
  expect(await resendAt()).toBe(START + 4 * MINUTE);
  person.upstream.fail(null);
  for (let sent = 2; sent < 60; sent += 1) await person.reachCode(String(9_000_000_000 + sent));
  expect(await resendAt()).toBe(START + 60 * MINUTE);
});

it("a limit on sending blocks a number for one network with all its subnets, and for everybody only after twenty codes an hour", async () => {
  const person = createPerson();
  const sendFrom = (address: string) => {
    vi.advanceTimersByTime(1_000);
    return person.sends("send", { phone: PHONE }, null, address);
  };
  // Addresses of one /56, each in its own /64.
  for (let sent = 0; sent < 5; sent += 1) {
    await sendFrom(`2001:db8:1:${sent}::1`);
    vi.advanceTimersByTime(MINUTE);
  }
  expect(await sendFrom("2001:db8:1:ff::1")).toMatchObject({ session: { cause: "hour" } });
  for (let sent = 5; sent < 20; sent += 1) {
    expect(await sendFrom(`198.51.100.${sent}`)).toMatchObject({ kind: "moved" });
  }
  expect(await sendFrom(ADDRESS)).toMatchObject({
    status: 429,
    session: { at: "locked", cause: "number" },
    problem: { message: { id: "limit.number" } },
  });
  expect(person.upstream.sent).toHaveLength(20);
});
