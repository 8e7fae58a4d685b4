import { beforeEach, describe, expect, it, vi } from "vitest";
import { UpstreamError } from "server/upstream/upstream-error.server";
import {
  ADDRESS,
  createPerson,
  DELETED,
  http,
  notSent,
  PHONE,
  REGISTERED,
  START,
  timeout,
} from "../../../support/deletion-person";

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: START }));

describe("a code that is sent", () => {
  it("is good for ten minutes, for this session alone", async () => {
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

  it("is one for each page and number, for whoever lost the answer, as long as the code is good", async () => {
    const person = createPerson();
    const press = (idempotencyKey: string, phone = PHONE, address = ADDRESS) =>
      person.sends("send", { phone, idempotencyKey }, null, address);
    const outcomes = await Promise.all([
      press("a page"),
      press("a page", "9876543213"),
      press("another page"),
      press("a page", PHONE, "203.0.113.8"),
      press("a page"),
    ]);
    const kinds = outcomes.map(({ kind }) => kind);
    expect(kinds).toEqual(["moved", "moved", "stayed", "moved", "moved"]);
    expect(outcomes.slice(3)).toEqual([outcomes[0], outcomes[0]]);
    expect(person.upstream.sent).toHaveLength(2);
    vi.advanceTimersByTime(10 * MINUTE - 1);
    expect(await press("a page")).toEqual(outcomes[0]);
    expect(person.upstream.sent).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(await press("a page")).toMatchObject({ kind: "moved" });
    expect(person.upstream.sent).toHaveLength(3);
  });

  it("is another one for whoever has the session of the first, or has left it", async () => {
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

  it("may be on its way, as the limit says that answers the same request again", async () => {
    const person = createPerson();
    person.upstream.fail(timeout);
    const send = (idempotencyKey: string) =>
      person.does("send", { phone: PHONE, idempotencyKey }, null);
    await send("a page");
    const note = { id: "send.may-be-sent" };
    expect(await send("a page")).toMatchObject({ status: 429, problem: { note } });
    expect(await send("another page")).not.toHaveProperty("problem.note.id");
  });

  it("may be on its way where it was sent again, as every page of the session says", async () => {
    const person = createPerson();
    const code = await person.reachCode();
    vi.setSystemTime(Date.now() + 61_000);
    person.upstream.fail(timeout);
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
    "is none for an account that was deleted: %j, %j",
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
  it("says so beside the number where that was typed, and never repeats it", async () => {
    const person = createPerson();
    person.upstream.fail(http(400, `No WhatsApp at ${REGISTERED}, not at ${PHONE} either`));
    const said = "No WhatsApp at •••, not at ••• either";
    const press = () => person.does("send", { phone: PHONE, idempotencyKey: "a page" });
    expect(await press()).toEqual({
      kind: "stayed",
      session: null,
      status: 400,
      problem: { message: { id: "send.failed" }, said, field: "phone" },
    });
    // The same page asks again: a failure is not kept.
    person.upstream.fail(null);
    expect(await press()).toMatchObject({ session: { at: "code" } });
    vi.advanceTimersByTime(MINUTE);
    person.upstream.fail(http(400, "Not now"));
    const resent = await person.does("resend");
    expect(resent).toMatchObject({ status: 400, problem: { said: "Not now" } });
    expect(resent).not.toHaveProperty("problem.field");
    expect(person.session).toMatchObject({ at: "code" });
  });

  it("says until when no other can be sent where it may have been, on a deleted account's page too", async () => {
    const person = createPerson();
    await person.does("send", { phone: DELETED });
    person.upstream.fail(timeout);
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
    timeout,
    new UpstreamError("connection", "", { sent: true }),
    http(500),
    http(408),
    http(302),
    new UpstreamError("invalid", ""),
    new UpstreamError("refused", "Sent", { cause: new UpstreamError("invalid", "") }),
  ])("counts after $kind $status: one a minute, five an hour", async (error) => {
    const person = createPerson();
    person.upstream.fail(error);
    for (let asked = 0; asked < 60; asked += 1) {
      await person.does("send", { phone: PHONE });
      vi.advanceTimersByTime(MINUTE / 2);
    }
    expect(person.upstream.reached).toHaveLength(5);
  });

  it.each([
    new UpstreamError("connection", "", { sent: false }),
    notSent,
    http(422),
    http(429),
    new UpstreamError("refused", ""),
  ])("counts against its network alone after $kind $status", async (error) => {
    const person = createPerson();
    person.upstream.fail(error);
    for (let asked = 1; asked < 60; asked += 1) {
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

it("a limit of sending holds the next code up, whether it is the number's, the auth API's or the network's", async () => {
  const person = createPerson();
  const code = await person.reachCode();
  const resendAt = async () => (await person.service.codeState(code, ADDRESS))?.resendAt;
  expect(await resendAt()).toBe(START + MINUTE);
  vi.advanceTimersByTime(MINUTE);
  person.upstream.fail(http(429, "", 3 * MINUTE));
  await person.does("resend");
  expect(await resendAt()).toBe(START + 4 * MINUTE);
  person.upstream.fail(null);
  for (let sent = 2; sent < 60; sent += 1) await person.reachCode(String(9_000_000_000 + sent));
  expect(await resendAt()).toBe(START + 60 * MINUTE);
});

it("a limit of sending closes a number to one network, however it is divided, and to all only after twenty codes an hour", async () => {
  const person = createPerson();
  const sendFrom = (address: string) => {
    vi.advanceTimersByTime(1_000);
    return person.sends("send", { phone: PHONE }, null, address);
  };
  // Of one /48, each in a /64 of its own.
  for (let sent = 0; sent < 5; sent += 1) {
    await sendFrom(`2001:db8:1:${sent}::1`);
    vi.advanceTimersByTime(MINUTE);
  }
  expect(await sendFrom("2001:db8:1:ff00::1")).toMatchObject({ session: { cause: "hour" } });
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
