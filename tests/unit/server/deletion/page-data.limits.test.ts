import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deletionPage } from "server/deletion/page-data.server";
import type { DeletionOutcome } from "server/deletion/outcome.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { inEnglish } from "../../../support/english-texts";
import { CODE, createPerson, PHONE, START } from "../../../support/deletion-person";

type Person = ReturnType<typeof createPerson>;

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

async function askAgain(person: Person, times: number, everyMs: number) {
  for (let asked = 0; asked < times; asked += 1) {
    await person.does("send", { phone: PHONE });
    vi.advanceTimersByTime(everyMs);
  }
  return person.does("send", { phone: PHONE });
}

async function wrongCodes(person: Person, error: UpstreamError | null, tries: number) {
  await person.does("send", { phone: PHONE });
  person.upstream.fail(error);
  for (let tried = 1; tried < tries; tried += 1) await person.does("verify", { otp: "000000" });
  return person.does("verify", { otp: error ? CODE : "000000" });
}

/** What stops somebody, the one sentence that says so, and from when on it goes on. */
const limits: [string, RegExp, number, (person: Person) => Promise<DeletionOutcome>][] = [
  [
    "a code a minute",
    /^One code a minute\b.*one number/,
    MINUTE,
    (person) => askAgain(person, 1, 0),
  ],
  [
    "five codes an hour",
    /^Five codes an hour\b.*one number/,
    60 * MINUTE,
    (person) => askAgain(person, 5, 2 * MINUTE),
  ],
  [
    "sixty codes an hour",
    /^Sixty codes an hour\b.*your network/,
    60 * MINUTE,
    async (person) => {
      for (let phone = 9_000_000_000; phone < 9_000_000_060; phone += 1) {
        await person.does("send", { phone: String(phone) });
      }
      await person.does("start-over");
      return person.does("send", { phone: PHONE });
    },
  ],
  ["five wrong codes", /^Five wrong codes\b/, MINUTE, (person) => wrongCodes(person, null, 5)],
  [
    "ten tries",
    /^Ten tries\b/,
    MINUTE,
    (person) => wrongCodes(person, new UpstreamError("timeout", ""), 10),
  ],
  [
    "an auth API that was asked for too many codes",
    /^Failed to send OTP: there are too many requests right now\.$/,
    3 * MINUTE,
    (person) => refusedOnce(person, () => person.does("send", { phone: PHONE })),
  ],
  [
    "an auth API that was given too many codes",
    /^Failed to verify OTP: there are too many requests right now\.$/,
    3 * MINUTE,
    async (person) => {
      await person.does("send", { phone: PHONE });
      return refusedOnce(person, () => person.does("verify", { otp: CODE }));
    },
  ],
  [
    "an auth API that was asked for too many deletions",
    /^Failed to delete account: there are too many requests right now\.$/,
    3 * MINUTE,
    async (person) => {
      await person.reachConfirm();
      return refusedOnce(person, () => person.does("delete"));
    },
  ],
];

/** Refused with Retry-After: pressed again before that time nothing is sent, also by who has forgotten the refusal. */
async function refusedOnce(person: Person, press: () => Promise<DeletionOutcome>) {
  const before = person.session;
  person.upstream.fail(new UpstreamError("http", "", { status: 429, retryAfterMs: 3 * MINUTE }));
  await press();
  const { length } = person.upstream.reached;
  person.upstream.fail(null);
  person.session = before;
  const outcome = await press();
  expect(person.upstream.reached).toHaveLength(length);
  return outcome;
}

it.each(limits)(
  "%s has a sentence and a time of its own, the same after a reload",
  async (...row) => {
    const [, sentence, after, reach] = row;
    const person = createPerson();
    const outcome = await reach(person);
    expect(outcome).toMatchObject({ kind: "stayed", status: 429, retryAt: START + after });
    expect(outcome.kind === "stayed" && inEnglish(outcome.problem.message)).toMatch(sentence);
    const { refusal } = deletionPage(person.session, Date.now(), null, "");
    expect(inEnglish(refusal?.message)).toMatch(sentence);
    expect(refusal?.until).toBe(START + after);
    for (const [, other] of limits) {
      if (other !== sentence) expect(inEnglish(refusal?.message)).not.toMatch(other);
    }
  },
);

it("a network that is over its limit holds Resend OTP up as long as it says", async () => {
  const person = createPerson();
  await person.does("send", { phone: PHONE });
  const code = person.session;
  for (let phone = 9_000_000_000; phone < 9_000_000_059; phone += 1) {
    await person.does("send", { phone: String(phone) });
  }
  person.session = code;
  vi.advanceTimersByTime(MINUTE);
  await person.does("resend");
  const { place, refusal } = deletionPage(person.session, Date.now(), null, "");
  expect(place).toMatchObject({ at: "code", resendAt: START + 60 * MINUTE });
  expect(inEnglish(refusal?.message)).toMatch(/^Sixty codes/);
});

it("an auth API that asks to be left alone with one person is asked by others, and by that one after its time", async () => {
  const person = createPerson();
  person.upstream.fail(new UpstreamError("http", "", { status: 429, retryAfterMs: MINUTE }));
  expect(await person.does("send", { phone: PHONE })).toMatchObject({
    status: 429,
    retryAt: START + MINUTE,
    problem: { message: { id: "limit.send" } },
  });
  person.upstream.fail(null);
  person.session = null;
  await person.does("send", { phone: "9876543219" });
  expect(person.session).toMatchObject({ at: "code" });
  person.session = null;
  vi.advanceTimersByTime(MINUTE);
  await person.does("send", { phone: PHONE });
  expect(person.session).toMatchObject({ at: "code" });
});

it("a code that cannot be checked for a while does not hold Resend OTP up", async () => {
  const person = createPerson();
  await person.does("send", { phone: PHONE });
  person.upstream.fail(new UpstreamError("http", "", { status: 429, retryAfterMs: 5 * MINUTE }));
  await person.does("verify", { otp: CODE });
  const { place, refusal } = deletionPage(
    person.session,
    Date.now(),
    { resendAt: START + MINUTE, triesLeft: 4 },
    "",
  );
  expect(place).toMatchObject({ at: "code", resendAt: START + MINUTE });
  expect(refusal).toMatchObject({ until: START + 5 * MINUTE, again: true });
});
