import { beforeEach, describe, expect, it, vi } from "vitest";
import { LONGEST_TOKEN } from "server/deletion/session.server";
import type { AuthApi } from "server/upstream/auth-api.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import {
  ADDRESS,
  CODE,
  createPerson,
  http,
  notSent,
  PHONE,
  REGISTERED,
  START,
  timeout,
} from "../../../support/deletion-person";

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: START }));

describe("a code that is submitted", () => {
  it("opens a session that lasts fifteen minutes from the answer", async () => {
    const person = createPerson();
    const { id } = (await person.reachCode()) as { id: string };
    vi.advanceTimersByTime(5 * MINUTE);
    expect(await person.does("verify", { otp: CODE })).toEqual({
      kind: "moved",
      session: {
        at: "reasons",
        id,
        token: `token of ${REGISTERED}/1`,
        phoneEnd: "3210",
        chosen: [],
        others: "",
        until: START + 20 * MINUTE,
      },
      toast: { id: "verify.verified" },
    });
  });

  it("counts as one try for repeated submits of its page, which get the same answer until the session ends", async () => {
    const person = createPerson();
    const code = await person.reachCode();
    const submit = (idempotencyKey = "a page", otp = CODE) =>
      person.does("verify", { otp, idempotencyKey }, code);
    for (const otp of ["000001", "000002", "000003", "000004"]) await submit("a page", otp);
    person.upstream.tried.length = 0;
    const [first, second] = await Promise.all([submit(), submit()]);
    // A copy of the session cannot find the answer by guessing codes or keys.
    expect(await submit("a page", "111111")).toMatchObject({ status: 409 });
    for (const key of ["", "1", "2"]) expect(await submit(key)).toMatchObject({ status: 409 });
    for (const key of ["", "1"]) {
      const over = { status: 429, problem: { message: { id: "limit.tries" } } };
      expect(await submit(key)).toMatchObject(over);
    }
    vi.advanceTimersByTime(15 * MINUTE - 1);
    expect([second, await submit()]).toEqual([first, first]);
    vi.advanceTimersByTime(1);
    expect(await submit()).toMatchObject({ session: { at: "expired" } });
    expect(person.upstream.tried).toHaveLength(1);
  });

  it("does not count as wrong when an earlier try may have used it, and the answer says so", async () => {
    const person = createPerson();
    await person.reachCode();
    const triesLeft = async () =>
      (await person.service.codeState(person.session, ADDRESS))?.triesLeft;
    person.upstream.fail(timeout);
    await person.does("verify", { otp: CODE });
    person.upstream.fail(http(400, "Invalid OTP"));
    const note = { id: "verify.maybe-used" };
    expect(await person.does("verify", { otp: CODE })).toMatchObject({ problem: { note } });
    expect(await triesLeft()).toBe(5);
    expect(await person.does("verify", { otp: "000000" })).not.toHaveProperty("problem.note");
    expect(await triesLeft()).toBe(4);
    // A restarted process does not know whether there was an earlier try.
    const other = createPerson();
    other.upstream.fail(http(400));
    const outcome = await other.does("verify", { otp: CODE }, person.session);
    expect(outcome).toMatchObject({ problem: { note } });
  });

  it("does not replace a session that the browser has begun meanwhile", async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const verifyOtp: AuthApi["verifyOtp"] = async () => {
      await released;
      return { action: "login", token: "late" };
    };
    const person = createPerson({ authApi: { verifyOtp } });
    const code = await person.reachCode();
    const lateOutcome = person.sends("verify", { otp: CODE }, code);
    await person.reachCode("9876543219");
    release();
    expect(await lateOutcome).toEqual({
      kind: "stayed",
      session: null,
      leavesCookie: true,
      status: 409,
      problem: { message: { id: "problem.earlier-undeleted" } },
    });
    expect(await person.service.current(person.session)).toMatchObject({ at: "code" });
  });

  it("makes one call for two holders of its session, and each keeps their own copy", async () => {
    const person = createPerson();
    const code = await person.reachCode();
    const { session: resendSession } = await person.does("resend");
    person.upstream.fail(http(503));
    const outcomes = await Promise.all(
      [code, resendSession].map((session) => person.does("verify", { otp: CODE }, session)),
    );
    expect(outcomes.map(({ session }) => session)).toEqual([code, resendSession]);
    expect(person.upstream.reached).toHaveLength(2);
  });

  it("is refused at its field, and the message repeats no secret", async () => {
    const person = createPerson();
    const code = await person.reachCode();
    person.upstream.fail(http(400, `${CODE} of ${REGISTERED}/1 and ${PHONE}: ${REGISTERED}`));
    // The OTP session contains the number. Hiding the number alone would reveal the rest of the session.
    const said = "••• of ••• and •••: •••";
    expect(await person.does("verify", { otp: CODE })).toEqual({
      kind: "stayed",
      session: code,
      status: 400,
      problem: { field: "otp", message: { id: "verify.failed" }, said },
    });
  });
});

describe("tries of a code", () => {
  it("end with the fifth wrong code; the right code is then refused, also from a copy of the session", async () => {
    const person = createPerson();
    const code = await person.reachCode();
    for (const triesLeft of [4, 3, 2, 1]) {
      expect(await person.does("verify", { otp: "000000" })).toMatchObject({ status: 400 });
      expect(await person.service.codeState(person.session, ADDRESS)).toMatchObject({ triesLeft });
    }
    vi.advanceTimersByTime(MINUTE / 2);
    const over = { status: 429, problem: { message: { id: "limit.codes" } } };
    const until = START + MINUTE;
    expect(await person.does("verify", { otp: "000000" })).toMatchObject({
      ...over,
      retryAt: until,
      session: { at: "locked", cause: "codes", until },
    });
    expect(await person.does("verify", { otp: CODE })).toMatchObject(over);
    // The wait for a new code has ended, so `retryAt` is the current time.
    vi.advanceTimersByTime(3 * MINUTE);
    const retryAt = START + 3.5 * MINUTE;
    expect(await person.does("verify", { otp: CODE }, code)).toMatchObject({ ...over, retryAt });
    expect(await person.does("resend", {}, code)).toMatchObject({ ...over, retryAt });
    expect(await person.service.current(code)).toBeNull();
    expect(person.upstream.tried).toHaveLength(5);
  });

  it.each([
    timeout,
    new UpstreamError("connection", "", { sent: true }),
    http(503),
    http(408),
    new UpstreamError("too-large", ""),
  ])("end with the tenth try that fails with $kind $status", async (error) => {
    const person = createPerson();
    const code = await person.reachCode();
    // The four wrong codes in between stay below their own limit of five.
    for (let tries = 1; tries <= 9; tries += 1) {
      person.upstream.fail(tries % 2 === 0 ? null : error);
      const status = tries % 2 === 0 ? 400 : 502;
      expect(await person.does("verify", { otp: "000000" })).toMatchObject({ status });
    }
    person.upstream.fail(error);
    const over = { status: 429, problem: { message: { id: "limit.tries" } } };
    expect(await person.does("verify", { otp: CODE })).toMatchObject({
      ...over,
      session: { at: "locked", cause: "tries", until: START + MINUTE },
    });
    person.upstream.fail(null);
    expect(await person.does("verify", { otp: CODE }, code)).toMatchObject(over);
  });

  it.each([notSent, new UpstreamError("connection", "", { sent: false })])(
    "are not counted after $kind",
    async (error) => {
      const person = createPerson();
      await person.reachCode();
      person.upstream.fail(error);
      for (let tries = 0; tries < 15; tries += 1) await person.does("verify", { otp: CODE });
      person.upstream.fail(null);
      expect(await person.does("verify", { otp: CODE })).toMatchObject({ kind: "moved" });
    },
  );

  it.each([
    [null, 5],
    [http(503), 10],
  ])("at the same time do not exceed the limit: %s, %i", async (error, most) => {
    const person = createPerson();
    const code = await person.reachCode();
    person.upstream.fail(error);
    for (const round of ["00", "01", "02"]) {
      const codes = Array.from({ length: 20 }, (_, index) => `${round}${1_000 + index}`);
      await Promise.all(codes.map((otp) => person.does("verify", { otp }, code)));
    }
    expect(person.upstream.reached.filter(({ call }) => call === "verify")).toHaveLength(most);
  });
});

const personWith = (token: string, fits: () => boolean) => {
  const verifyOtp: AuthApi["verifyOtp"] = () => Promise.resolve({ action: "login", token });
  return createPerson({ authApi: { verifyOtp }, fits });
};

it.each([
  ["the session could outgrow its cookie", "t", () => false],
  ["it is longer than the maximum", "t".repeat(LONGEST_TOKEN + 1), () => true],
])("a token is refused with the advice to write an email when %s", async (_, token, fits) => {
  const person = personWith(token, fits);
  await person.reachCode();
  expect(await person.does("verify", { otp: CODE })).toEqual({
    kind: "stayed",
    session: null,
    status: 502,
    problem: { message: { id: "problem.cannot-go-on" }, write: true },
  });
  const { length } = token;
  expect(person.logged).toEqual([
    ["error", { length }, "the token is too long for the session's cookie"],
  ]);
});

it("the token of a verified code may have 8 KB, and the cookie must have room for the longest form of its session", async () => {
  const token = "t".repeat(LONGEST_TOKEN);
  const fits = vi.fn(() => true);
  const person = personWith(token, fits);
  await person.reachCode();
  await person.does("verify", { otp: CODE });
  expect(person.session).toMatchObject({ at: "reasons", token });
  expect(fits).toHaveBeenCalledExactlyOnceWith({
    at: "confirm",
    id: expect.any(String) as string,
    token,
    phoneEnd: "3210",
    chosen: expect.objectContaining({ length: 5 }) as string[],
    others: "x".repeat(300),
    until: START + 15 * MINUTE,
    lost: "DEL-0000-0000",
  });
});
