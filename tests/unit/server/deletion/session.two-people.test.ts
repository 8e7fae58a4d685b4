import { describe, expect, it } from "vitest";
import type { DeletionSession, VerifiedSession } from "server/deletion/session.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { CODE, createPerson, PHONE } from "../../../support/deletion-person";

/** Somebody who has proven another number and typed why they leave. */
const typed = (text: string): VerifiedSession => ({
  at: "reasons",
  id: `id of ${text}`,
  token: `token of ${text}`,
  chosen: ["Others"],
  others: text,
  until: Date.now() + 60_000,
});

/** What two sessions get from the same form at the same moment, from one address. */
async function together(
  person: ReturnType<typeof createPerson>,
  sessions: [DeletionSession | null, DeletionSession | null],
  ...form: Parameters<typeof person.does>
) {
  return Promise.all(
    sessions.map((session) => {
      person.session = session;
      return person.does(...form);
    }),
  );
}

describe("two people behind one address", () => {
  it.each([
    ["is refused", new UpstreamError("http", "Not on WhatsApp", { status: 422 })],
    ["times out", new UpstreamError("timeout", "")],
  ])("keep their own sessions when the send %s", async (_, error) => {
    const person = createPerson();
    person.upstream.fail(error);
    const [first, second] = await together(person, [typed("first"), typed("second")], "send", {
      phone: PHONE,
    });
    expect(first?.session).toMatchObject({ others: "first", token: "token of first" });
    expect(second?.session).toMatchObject({ others: "second", token: "token of second" });
  });

  it("are two presses: one gets the code, the limit answers the other", async () => {
    const person = createPerson();
    const [first, second] = await Promise.all(
      ["one page", "another page"].map((idempotencyKey) => {
        person.session = null;
        return person.does("send", { phone: PHONE, idempotencyKey });
      }),
    );
    expect(first?.session).toMatchObject({ at: "code" });
    expect(second).toMatchObject({ status: 429, session: { at: "locked" } });
    expect(person.upstream.sent).toHaveLength(1);
  });

  it("keep their own reasons when one deletion of one session fails in two tabs", async () => {
    const person = createPerson();
    await person.reachConfirm();
    const confirmed = person.session as VerifiedSession; // reachConfirm ends there
    person.upstream.fail(new UpstreamError("http", "", { status: 422 }));
    const [first, second] = await together(
      person,
      [confirmed, { ...confirmed, others: "typed in the other tab" }],
      "delete",
    );
    expect(first?.session).toMatchObject({ others: "Too far" });
    expect(second?.session).toMatchObject({ others: "typed in the other tab" });
  });

  it("keep their own view of one code session", async () => {
    const person = createPerson();
    await person.does("send", { phone: PHONE });
    const code = person.session;
    await person.does("resend");
    const refused = person.session;
    person.upstream.fail(new UpstreamError("http", "", { status: 503 }));
    const [first, second] = await together(person, [code, refused], "verify", { otp: CODE });
    expect(first?.session).toBe(code);
    expect(second?.session).toBe(refused);
  });
});

describe("two forms that have no idempotency key", () => {
  it("share what the upstream says while it is asked, and no more; then the limit answers", async () => {
    const person = createPerson();
    const send = () => {
      person.session = null;
      return person.does("send", { phone: PHONE });
    };
    const together = await Promise.all([send(), send()]);
    expect(together.map(({ kind }) => kind)).toEqual(["moved", "moved"]);
    expect(await send()).toMatchObject({ kind: "stayed", status: 429 });
    expect(person.upstream.reached).toHaveLength(1);
  });
});

describe("one person who presses twice", () => {
  it("joins the send, also when the second request left before the first answer came", async () => {
    const person = createPerson();
    const press = () => {
      person.session = null;
      return person.does("send", { phone: PHONE, idempotencyKey: "one page" });
    };
    const outcomes = [...(await Promise.all([press(), press()])), await press()];
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    expect(person.upstream.sent).toHaveLength(1);
  });
});
