import { beforeEach, describe, expect, it, vi } from "vitest";
import { intents } from "server/deletion/form-fields.server";
import type { UpstreamError } from "server/upstream/upstream-error.server";
import {
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
  unreadable,
  ways,
} from "./deletion-visitor";

beforeEach(() => void vi.useFakeTimers({ now: START, toFake: ["Date"] }));

/** Where each form leads, and the status: 303 is a redirect. Left out: the page shows the place itself again. */
const leads: Record<string, Partial<Record<(typeof intents)[number], string>>> = {
  phone: {
    send: "303 code",
    resend: "409 phone",
    verify: "409 phone",
    reasons: "409 phone",
    cancel: "409 phone",
    delete: "409 phone",
    "start-over": "303 phone",
    leave: "303 home",
  },
  code: {
    send: "303 code",
    resend: "429 code",
    verify: "303 reasons",
    delete: "409 phone",
    "start-over": "303 phone",
    leave: "303 home",
  },
  reasons: { send: "303 code", delete: "409 phone", "start-over": "303 phone", leave: "303 home" },
  confirm: {
    send: "303 code",
    reasons: "303 confirm",
    cancel: "303 reasons",
    delete: "303 done",
    "start-over": "303 phone",
    leave: "303 home",
  },
  "signed-out": {
    send: "303 code",
    resend: "429 signed-out",
    "start-over": "303 phone",
    leave: "303 home",
  },
  done: { send: "303 code", "start-over": "303 phone", leave: "303 home" },
  "not-registered": {
    send: "303 code",
    delete: "409 phone",
    "start-over": "303 phone",
    leave: "303 home",
  },
  reactivation: {
    send: "303 reactivation",
    delete: "409 phone",
    "start-over": "303 phone",
    leave: "303 home",
  },
};

describe.each(Object.keys(ways))("at %s", (place) => {
  it.each(intents)("the form %s is answered", async (intent) => {
    const site = createSite();
    const browser = site.browser();
    await ways[place]?.(site, browser);
    const fields = { phone: OTHER_PHONE, otp: CODE, reason: "privacy" };
    const { page, status, to } = await browser.presses(intent, fields);
    const expected =
      leads[place]?.[intent] ??
      `303 ${place === "reasons" && intent === "reasons" ? "confirm" : place}`;
    expect(`${status} ${to === "home" ? to : page.place.at}`).toBe(expected);
    const isUnknown = intent === "delete" && !["phone", "done"].includes(place);
    if (isUnknown && page.place.at !== "done") expect(page.maybeDeleted).toMatch(REFERENCE);
  });

  it("a form of another session's page is refused at the first step, and changes nothing", async () => {
    const site = createSite();
    const browser = site.browser();
    await ways[place]?.(site, browser);
    if (place === "phone") return;
    const other = { session: "DEL-0000-0000", press: "" };
    const jar = [...browser.jar];
    const { calls } = site;
    const made = calls.length;
    for (const intent of intents.filter((one) => one !== "send")) {
      const { page, status } = await browser.presses(intent, { otp: CODE }, other);
      expect([status, page.place.at, page.problem?.message]).toEqual([
        409,
        "phone",
        "problem.earlier",
      ]);
    }
    expect([...browser.jar]).toEqual(jar);
    expect(calls).toHaveLength(made);
  });
});

/** What an upstream answers, and the statuses and messages with which Send, Verify and Delete then say so. */
const failures: [name: string, UpstreamError, send: string, verify: string, remove: string][] = [
  ["400 with words", http(400, "Not now"), "400 failed", "400 failed", "400 failed"],
  ["404 without words", http(404), "400 failed", "400 failed", "400 failed"],
  ["401", http(401, "jwt expired"), "400 failed", "400 failed", "409 signed-out"],
  ["403", http(403), "400 failed", "400 failed", "409 signed-out"],
  ["403 of a gateway", gateway, "502 failed", "502 unanswered", "502 failed"],
  ["410", http(410), "400 failed", "400 failed", "400 failed"],
  ["423", http(423), "400 failed", "400 failed", "400 failed"],
  ["success: false", refusal, "400 failed", "400 failed", "400 failed"],
  ["429", http(429), "502 failed", "502 unanswered", "502 failed"],
  ["429 and a time", http(429, "", 30_000), "429 limit", "429 limit", "429 limit"],
  ["500 in HTML", http(500), "502 failed", "502 unanswered", "502 failed"],
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

/** One of each kind, where the first step has been asked about all of them. */
const KINDS = ["400 with words", "429 and a time", "nothing in time"];

describe.each(callers)("$intent at $place", ({ place, intent, call }) => {
  const isRepeated = intent === "send" && place !== "phone";
  it.each(failures.filter(([name]) => !isRepeated || KINDS.includes(name)))(
    "that is answered with %s",
    async (_, error, send, verify, remove) => {
      const site = createSite();
      const browser = site.browser();
      await ways[place]?.(site, browser);
      if (intent === "delete") await browser.presses("reasons", { reason: "privacy" });
      if (place === "reasons") await browser.presses("cancel");
      vi.setSystemTime(START + 61_000);
      failing(site, methods[call], error);
      site.logged.length = 0;
      const jar = [...browser.jar];
      const typed = { phone: OTHER_PHONE, otp: "111 111" };
      const { page, status } = await browser.presses(intent, typed);

      const [answered = "", words] = { send, verify, delete: remove }[call].split(" ");
      const id = words === "limit" ? `limit.${call}` : `${call}.${words}`;
      const isSignedOut = words === "signed-out";
      expect([status, page.problem?.message]).toEqual([
        Number(answered),
        isSignedOut ? undefined : id,
      ]);
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
    },
  );
});
