import { afterAll, describe, expect, it } from "vitest";
import { startBuiltServer } from "../support/built-server";
import { allowDeletions, CODE, DELETE, json, PAGE, SEND, VERIFY } from "../support/deletion-site";
import { FaultyUpstream, type Behaviour } from "../support/faulty-upstream";
import { FormClient, type Visit } from "../support/form-client";
import { MESSAGE, SUBMIT } from "../support/use-server";

const CONTACT = "/contactus?audience=individual";
const RETRY_AFTER_S = 300;

/** The expected texts and statuses during a fault. */
interface Texts {
  /** Text of a dashboard block that has no figures yet. */
  core: string;
  /** Status of the deletion pages, and the error text after each of the three buttons. */
  auth: [status: number, send: string, verify: string, deletion: string];
  contact: [status: number, text: string];
}

const FAILED: Texts = {
  core: "API request failed: no connection",
  auth: [
    502,
    "Failed to send OTP. Please try again.",
    "Failed to verify OTP. Please try again.",
    "Failed to delete account. Please try again.",
  ],
  contact: [502, "Something went wrong."],
};
const RATE_LIMITED: Behaviour = {
  kind: "status",
  status: 429,
  headers: { "retry-after": String(RETRY_AFTER_S) },
};
const BUSY = "there are too many requests right now.";
const LIMITED: Texts = {
  core: "HTTP error 429: Too Many Requests. You can try again at ",
  auth: [
    429,
    `Failed to send OTP: ${BUSY}`,
    `Failed to verify OTP: ${BUSY}`,
    `Failed to delete account: ${BUSY}`,
  ],
  contact: [429, "Too many messages. Try again at"],
};

/**
 * What every upstream does, whether a code may have been sent without a response, and the texts. After the last case
 * the contact form's service gets no further calls.
 */
const cases: [name: string, Behaviour | "nobody listens", inDoubt: boolean, Texts][] = [
  ["connections that break mid-response", { kind: "reset-after-half" }, true, FAILED],
  ["a closed port", "nobody listens", false, FAILED],
  ["services that answer 429", RATE_LIMITED, false, LIMITED],
];

const upstream = await FaultyUpstream.start();
const PATHS = ["/trips/search", SEND, VERIFY, DELETE, SUBMIT];
function heal(): void {
  upstream.set("/trips/search", { kind: "healthy" });
  upstream.set(SUBMIT, json({ success: true }));
  allowDeletions(upstream);
}
heal();
const server = await startBuiltServer({
  env: {
    ...upstream.settings,
    CONTACT_FORM_URL: upstream.origin + SUBMIT,
    // A generous timeout: no call may time out because the machine is busy.
    UPSTREAM_TIMEOUT_MS: "60000",
    TRUST_PROXY: "1",
  },
});
afterAll(async () => {
  await server.kill();
  await upstream.stop();
});

let visitors = 0;
const newVisitor = () => new FormClient(server.url, `203.0.113.${(visitors += 1)}`);
/** A number that no visitor before has used, different at each step. */
const newPhone = (step = 9) => String(9_811_000_000 + visitors * 10 + step);

/** Three visitors, each at another step of the deletion. */
async function beforeEachButton(): Promise<[FormClient, FormClient, FormClient]> {
  const people = [newVisitor(), newVisitor(), newVisitor()] as const;
  for (const [steps, person] of people.entries()) {
    await person.open(PAGE);
    if (steps > 0) await person.press("Send OTP", { phone: newPhone(steps) });
    if (steps < 2) continue;
    await person.press("Verify OTP", { otp: CODE });
    await person.press("Delete Account", { reason: "Privacy concerns" });
  }
  return [...people];
}

/** Expects an exact retry time in the page, and the same time in Retry-After. */
function expectTime({ html, headers }: Visit) {
  const seconds = Number(headers.get("Retry-After"));
  expect(seconds).toBeGreaterThan(RETRY_AFTER_S - 60);
  expect(seconds).toBeLessThanOrEqual(RETRY_AFTER_S);
  const time = / at(?:<!-- -->)? (?:<time dateTime="([^"]+)"|(\d+ \w{3} \d{4}, [\d:]+ UTC))/.exec(
    html,
  );
  const left = Date.parse(time?.[1] ?? time?.[2] ?? "") - Date.now();
  expect(left).toBeGreaterThan((RETRY_AFTER_S - 60) * 1000);
  expect(left).toBeLessThan((RETRY_AFTER_S + 1) * 1000);
}

/** A page without its scripts, whose data holds every text of the deletion. */
const shown = (visit?: Visit) => visit?.html.replaceAll(/<script\b[^]*?<\/script>/g, "") ?? "";

const search = (text: string) => newVisitor().open(`/pulsescout/dashboard?tab=trip&q=${text}`);

describe("each page has the right text", { shuffle: false }, () => {
  it.each(cases)("during %s", async (_, fault, inDoubt, { core, auth, contact }) => {
    // Waits until the circuit breakers that the previous case opened are closed again.
    await expect.poll(async () => (await search(`healthy-${visitors}`)).status).toBe(200);
    const [atPhone, atCode, atConfirm] = await beforeEachButton();
    const [atContact, phone, trip] = [newVisitor(), newPhone(), `trip-${visitors}`];
    await atContact.open(CONTACT);
    const sent = () => [upstream.count(SEND), upstream.count(DELETE), upstream.count(SUBMIT)];
    const before = sent();

    if (fault === "nobody listens") await upstream.stop();
    else for (const path of PATHS) upstream.set(path, fault);
    const [dashboard, message, ...deletion] = await Promise.all([
      search(trip),
      atContact.press("Send", MESSAGE),
      atPhone.press("Send OTP", { phone }),
      atCode.press("Verify OTP", { otp: CODE }),
      atConfirm.press("Delete"),
    ]);
    if (fault === "nobody listens") await upstream.start();
    heal();

    const isLimited = auth[0] === 429;
    expect(dashboard.status).toBe(isLimited ? 503 : 502);
    expect(dashboard.html).toContain(core);
    expect(dashboard.html).toContain("Retry");
    expect(message.status).toBe(contact[0]);
    expect(message.html).toContain(contact[1]);
    expect(message.html).toContain('value="meera@example.com"');
    const [status, ...texts] = auth;
    for (const [index, text] of texts.entries()) {
      expect(deletion[index]?.status).toBe(status);
      expect(shown(deletion[index])).toContain(text);
    }
    const doubts = deletion.map((visit) => shown(visit).includes("all the same."));
    // Once Delete was pressed, the account may be deleted whatever came back.
    expect([doubts[0], doubts[2]]).toEqual([inDoubt, true]);
    for (const answer of [dashboard, message, ...deletion]) {
      expect(answer.headers.has("Retry-After")).toBe(isLimited);
      if (isLimited) expectTime(answer);
    }
    // Whatever the outcome, a call that changes data is sent at most once.
    for (const [index, count] of sent().entries()) {
      expect(count - (before[index] ?? 0)).toBeLessThan(2);
    }
    if (!isLimited) return;

    // No call is sent before the upstream's retry time, not even for a new visitor.
    const calls = upstream.count();
    const [another, forgetful] = [newVisitor(), newVisitor()];
    await another.open(CONTACT);
    await forgetful.open(PAGE);
    const again = [
      await search(trip),
      await atCode.press("Verify OTP", { otp: CODE }),
      await atConfirm.press("Delete"),
      await another.press("Send", MESSAGE),
      await forgetful.press("Send OTP", { phone }),
    ];
    expect(again.map(({ status }) => status)).toEqual([503, ...Array<number>(4).fill(429)]);
    for (const answer of again) expectTime(answer);
    expect(upstream.count()).toBe(calls);
    await expect.poll(() => server.lines.join("\n")).toContain('"msg":"upstream: left alone"');
  });
});
