import { beforeEach, describe, expect, it, vi } from "vitest";
import { intents } from "server/deletion/form-fields.server";
import type { UpstreamError } from "server/upstream/upstream-error.server";
import {
  barred,
  CODE,
  createSite,
  failing,
  gateway,
  http,
  notSent,
  OTHER_PHONE,
  REFERENCE,
  refusal,
  START,
  timeout,
  TOKEN,
  unreadable,
  UNSTATED,
  ways,
} from "./deletion-visitor";

beforeEach(() => void vi.useFakeTimers({ now: START, toFake: ["Date"] }));

/** Where a form leads, and the status: 303 is a redirect. A form of another step shows the place itself again. */
const always = { send: "303 code", "start-over": "303 phone", leave: "303 home" };
const leads: Record<string, Partial<Record<(typeof intents)[number], string>>> = {
  code: { resend: "429 code", verify: "303 reasons", delete: "409 phone" },
  reasons: { reasons: "303 confirm", delete: "409 phone" },
  confirm: { cancel: "303 reasons", delete: "303 done" },
  "signed-out": { resend: "429 signed-out" },
  "not-registered": { delete: "409 phone" },
  reactivation: { send: "303 reactivation", delete: "409 phone" },
};

describe.each(Object.keys(ways))("at %s", (place) => {
  it.each(intents)("the form %s is answered", async (intent) => {
    const site = createSite();
    const browser = site.browser();
    await ways[place]?.(site, browser);
    const fields = { phone: OTHER_PHONE, otp: CODE, reason: "privacy" };
    const { page, status, to } = await browser.presses(intent, fields);
    const otherStep = place === "phone" ? "409 phone" : `303 ${place}`;
    const expected = { ...always, ...leads[place] }[intent] ?? otherStep;
    expect(`${status} ${to === "home" ? to : page.place.at}`).toBe(expected);
    const isUnknown = intent === "delete" && !["phone", "done"].includes(place);
    if (isUnknown && page.place.at !== "done") expect(page.maybeDeleted).toMatch(REFERENCE);
  });

  if (place === "phone") return; // has no session
  it("a form of another session's page is refused at the first step or leaves it, and changes nothing", async () => {
    const site = createSite();
    const browser = site.browser();
    await ways[place]?.(site, browser);
    const other = { session: "DEL-0000-0000", press: "" };
    const made = site.calls.length;
    for (const intent of intents.filter((one) => one !== "send")) {
      const { page, status, to } = await browser.presses(intent, { otp: CODE }, other);
      const answer = `${status} ${to ?? page.place.at} ${page.problem?.message}`;
      const isLeft = intent === "leave";
      expect(answer).toBe(isLeft ? "303 home undefined" : "409 phone problem.earlier");
    }
    expect((await browser.opens()).place.at).toBe(place);
    expect(site.calls).toHaveLength(made);
  });
});

/** What an upstream answers, and the statuses and messages with which Send, Verify and Delete then say so. */
const failures: [name: string, UpstreamError, send: string, verify: string, remove: string][] = [
  ["400 with words", http(400, "Not now"), "400 failed", "400 failed", "400 failed"],
  ["404 without words", http(404), "400 failed", "400 failed", "400 failed"],
  ["401", http(401, "jwt expired"), "400 failed", "400 failed", "409 signed-out"],
  ["403", http(403), "400 failed", "400 failed", "409 signed-out"],
  ["403 with a reason", barred, "400 failed", "400 failed", "409 signed-out"],
  ["403 of a gateway", gateway, "502 failed", "502 unanswered", "502 failed"],
  ["409", http(409), "400 failed", "400 failed", "400 failed"],
  ["410", http(410), "400 failed", "400 failed", "400 failed"],
  ["423", http(423), "400 failed", "400 failed", "400 failed"],
  ["success: false", refusal, "400 failed", "400 failed", "400 failed"],
  ["429", http(429), "502 failed", "502 unanswered", "502 failed"],
  ["429 and a time", http(429, "", 30_000), "429 limit", "429 limit", "429 limit"],
  ["500", http(500), "502 failed", "502 unanswered", "502 failed"],
  ["503 with words", http(503, "Not now"), "502 failed", "502 unanswered", "502 failed"],
  ["200 without its fields", unreadable, "502 failed", "502 unanswered", "502 failed"],
  ["nothing in time", timeout, "502 unanswered", "502 unanswered", "502 unanswered"],
  ["nothing, as it was not asked", notSent, "502 unanswered", "502 unanswered", "502 unanswered"],
];

/** Each form that calls the auth API, at each place on which it stands. */
const callers = [
  ...Object.keys(ways).map((place) => ({ place, intent: "send", call: "send" }) as const),
  { place: "code", intent: "resend", call: "send" },
  { place: "signed-out", intent: "resend", call: "send" },
  { place: "code", intent: "verify", call: "verify" },
  { place: "reasons", intent: "delete", call: "delete" },
  { place: "confirm", intent: "delete", call: "delete" },
] as const;
const methods = { send: "sendOtp", verify: "verifyOtp", delete: "deleteProfile" } as const;

/** What an upstream answers that did as it was asked, and where that leads. */
const successes = {
  send: [
    ["code", { sessionId: "one", deletedBefore: null }],
    ["reactivation", { sessionId: "one", deletedBefore: { deletedAt: START } }],
  ],
  verify: [
    ["reasons", { action: "login", token: TOKEN }],
    ["not-registered", { action: "signup_required" }],
  ],
  delete: [["done", UNSTATED]],
} as const;

/** A browser at a place, a minute later, where it can ask for another code. */
async function reach(place: string, intent: string) {
  const site = createSite();
  const browser = site.browser();
  await ways[place]?.(site, browser);
  if (intent === "delete") await browser.presses("reasons", { reason: "privacy" });
  if (place === "reasons") await browser.presses("cancel");
  vi.setSystemTime(START + 61_000);
  return { site, browser };
}

describe.each(callers)("$intent at $place", ({ place, intent, call }) => {
  it.each(failures)("that is answered with %s", async (_, error, send, verify, remove) => {
    const { site, browser } = await reach(place, intent);
    failing(site, methods[call], error);
    site.logged.length = 0;
    const jar = [...browser.jar];
    const typed = { phone: OTHER_PHONE, otp: "111 111" };
    const { page, status } = await browser.presses(intent, typed);

    const [answered = "", words] = { send, verify, delete: remove }[call].split(" ");
    const id = words === "limit" ? `limit.${call}` : `${call}.${words}`;
    const isSignedOut = words === "signed-out";
    expect(status).toBe(Number(answered));
    const isSilent = isSignedOut && error !== barred;
    expect(page.problem?.message).toBe(isSilent ? undefined : isSignedOut ? "delete.failed" : id);
    // What was typed is at fault only where the auth API has refused it.
    const field = { send: "phone", verify: "otp" }[intent as string];
    expect(page.problem?.field).toBe(status === 400 ? field : undefined);
    const at = { send: "phone", resend: place, verify: "code", delete: "confirm" }[intent];
    expect(page.place.at).toBe(isSignedOut ? "signed-out" : at);
    expect(page.typed).toBe(
      { send: OTHER_PHONE, resend: "", verify: "111 111", delete: "" }[intent],
    );
    expect(site.logged).toMatchObject([{ call, status: error.status }]);
    if (intent === "delete") {
      expect(page.maybeDeleted).toMatch(REFERENCE);
      expect(page.erasedAt).toBeNull();
      expect(site.logged).toMatchObject([{ reference: page.maybeDeleted }]);
      // Also after a reload.
      expect(await browser.opens()).toMatchObject({
        place: page.place,
        maybeDeleted: page.maybeDeleted,
      });
    } else {
      // Nothing has moved, and no other account's page is shown.
      expect([...browser.jar]).toEqual(jar);
      if (intent === "send") expect(page.session).toBe("");
    }
    if (words === "limit") {
      // No further call is sent before the time that was named.
      expect((await browser.presses(intent, typed)).status).toBe(429);
      expect(site.logged.slice(1)).toMatchObject([{ call, kind: "over-limit" }]);
    }
  });

  it.each<readonly [string, unknown]>(successes[call])(
    "that succeeds leads to %s",
    async (at, answer) => {
      const { site, browser } = await reach(place, intent);
      Object.assign(site.api, { [methods[call]]: () => Promise.resolve(answer) });
      const fields = { phone: OTHER_PHONE, otp: CODE };
      const { page, status, headers } = await browser.presses(intent, fields);
      expect([status, page.place.at]).toEqual([303, at]);
      expect(headers.get("Set-Cookie")).toMatch(/__Host-pulse-deletion=[^;]+; Max-Age=900;/);
      expect(page).toMatchObject({ problem: null, maybeDeleted: null });
    },
  );
});
