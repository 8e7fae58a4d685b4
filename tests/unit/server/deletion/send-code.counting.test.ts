import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { placeOf } from "server/deletion/session.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { CODE, createPerson, PHONE, REGISTERED, START } from "../../../support/deletion-person";

const status = (code: number) => new UpstreamError("http", "", { status: code });

const mayHaveReachedThePhone: [string, UpstreamError][] = [
  ["a timeout", new UpstreamError("timeout", "")],
  ["a reset after sending", new UpstreamError("connection", "", { sent: true })],
  ["a 500", status(500)],
  ["a 503", status(503)],
  ["a 408", status(408)],
  ["a redirect", status(302)],
  ["an answer that is not understood", new UpstreamError("invalid", "")],
  ["an answer that is too large", new UpstreamError("too-large", "")],
  [
    "words in place of an answer",
    new UpstreamError("refused", "Sent", { cause: new UpstreamError("invalid", "") }),
  ],
];
const neverLeft: [string, UpstreamError][] = [
  ["no connection", new UpstreamError("connection", "", { sent: false })],
  ["an open breaker", new UpstreamError("circuit-open", "")],
  ["a full queue", new UpstreamError("busy", "")],
];
const refused: [string, UpstreamError][] = [
  ["a 400", status(400)],
  ["a 422", status(422)],
  ["a 429", status(429)],
  ["success: false", new UpstreamError("refused", "")],
];

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

describe("a send that failed", () => {
  it.each(mayHaveReachedThePhone)(
    "counts after %s: five an hour, one a minute",
    async (_, error) => {
      const person = createPerson();
      person.upstream.fail(error);
      for (let asked = 0; asked < 60; asked += 1) {
        await person.does("send", { phone: PHONE });
        vi.advanceTimersByTime(30_000);
      }
      expect(person.upstream.reached).toHaveLength(5);
    },
  );

  it("says until when no other can be sent, and that a code may come", async () => {
    const person = createPerson();
    person.upstream.fail(new UpstreamError("timeout", ""));
    expect(await person.does("send", { phone: PHONE })).toMatchObject({
      status: 502,
      problem: {
        message: { id: "send.unanswered" },
        note: { id: "send.may-be-sent" },
      },
      retryAt: START + 60_000,
    });
  });

  it.each([...neverLeft, ...refused])("does not count after %s", async (_, error) => {
    const person = createPerson();
    person.upstream.fail(error);
    for (let asked = 0; asked < 70; asked += 1) {
      const outcome = await person.does("send", { phone: PHONE });
      expect(outcome).not.toHaveProperty("retryAt");
    }
    person.upstream.fail(null);
    expect(await person.does("send", { phone: PHONE })).toMatchObject({ kind: "moved" });
  });
});

describe("tries of a code", () => {
  it.each(mayHaveReachedThePhone.filter(([, { kind }]) => kind !== "refused"))(
    "end with the tenth when each ends in %s, which is then a 429",
    async (_, error) => {
      const person = createPerson();
      await person.does("send", { phone: PHONE });
      const code = person.session;
      person.upstream.fail(error);
      for (let tries = 1; tries <= 9; tries += 1) {
        expect(await person.does("verify", { otp: CODE })).toMatchObject({ status: 502 });
      }
      expect(await person.does("verify", { otp: CODE })).toMatchObject({
        status: 429,
        problem: { message: { id: "limit.tries" } },
        retryAt: START + 60_000,
      });
      expect(placeOf(person.session)).toBe("locked");
      person.upstream.fail(null);
      person.session = code;
      expect(await person.does("verify", { otp: CODE })).toMatchObject({ status: 429 });
      expect(person.upstream.reached.filter(({ call }) => call === "verify")).toHaveLength(10);
    },
  );

  it.each(neverLeft)("do not count after %s", async (_, error) => {
    const person = createPerson();
    await person.does("send", { phone: PHONE });
    person.upstream.fail(error);
    for (let tries = 0; tries < 15; tries += 1) {
      expect(await person.does("verify", { otp: CODE })).toMatchObject({ status: 502 });
    }
    person.upstream.fail(null);
    expect(await person.does("verify", { otp: CODE })).toMatchObject({ kind: "moved" });
  });

  it("end with the tenth of any outcome, wrong codes among them", async () => {
    const person = createPerson();
    await person.does("send", { phone: PHONE });
    for (let tries = 1; tries <= 9; tries += 1) {
      person.upstream.fail(tries % 2 === 0 ? null : status(503));
      await person.does("verify", { otp: "000000" });
      expect(placeOf(person.session)).toBe("code");
    }
    person.upstream.fail(status(503));
    expect(await person.does("verify", { otp: "000000" })).toMatchObject({ status: 429 });
  });

  it("side by side do not pass the limit, whatever becomes of them", async () => {
    const person = createPerson();
    await person.does("send", { phone: PHONE });
    const code = person.session;
    person.upstream.fail(status(503));
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => {
          person.session = code;
          return person.does("verify", { otp: String(100_000 + round * 20 + index) });
        }),
      );
    }
    expect(person.upstream.reached.filter(({ call }) => call === "verify")).toHaveLength(10);
  });
});

describe("a limit that said no", () => {
  it("is remembered beside the code that was sent, which still works", async () => {
    const person = createPerson();
    await person.does("send", { phone: PHONE });
    const refusal = { cause: "minute", until: START + 60_000 };
    expect(await person.does("resend")).toMatchObject({ status: 429, retryAt: refusal.until });
    expect(person.session).toMatchObject({ at: "code", refused: refusal });
    await person.does("verify", { otp: CODE });
    expect(person.session).toMatchObject({ at: "reasons" });
    expect(person.session).not.toHaveProperty("refused");
  });

  it("has a sentence of its own for the network", async () => {
    const person = createPerson();
    for (let sent = 0; sent < 60; sent += 1) {
      await person.does("send", { phone: String(9_000_000_000 + sent) });
    }
    expect(await person.does("send", { phone: PHONE })).toMatchObject({
      status: 429,
      problem: { message: { id: "limit.network" } },
      retryAt: START + 3_600_000,
    });
    expect(person.upstream.sent.map(({ phone }) => phone)).not.toContain(REGISTERED);
  });
});
