import { beforeEach, describe, expect, it, vi } from "vitest";
import { intents } from "server/deletion/form-fields.server";
import type { UpstreamError } from "server/upstream/upstream-error.server";
import {
  CODE,
  createSite,
  http,
  notSent,
  OTHER_PHONE,
  PHONE,
  refusal,
  START,
  timeout,
  TOKEN,
  unreadable,
} from "./deletion-visitor";

const DAY_MS = 86_400_000;
const REFERENCE = /^DEL-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

beforeEach(() => void vi.useFakeTimers({ now: START, toFake: ["Date"] }));

type Site = ReturnType<typeof createSite>;
type Browser = ReturnType<Site["browser"]>;

/** How a browser comes to each place. */
const ways: Record<string, (site: Site, browser: Browser) => Promise<unknown>> = {
  phone: () => Promise.resolve(),
  code: (_, browser) => browser.reachCode(),
  reasons: (_, browser) => browser.reachReasons(),
  confirm: (_, browser) => browser.reachConfirm(),
  "signed-out": async (site, browser) => {
    await browser.reachConfirm();
    failing(site, "deleteProfile", http(401, "jwt expired"));
    await browser.presses("delete");
  },
  done: async (_, browser) => {
    await browser.reachConfirm();
    await browser.presses("delete");
  },
  "not-registered": async (site, browser) => {
    await browser.reachCode();
    site.api.verifyOtp = () => Promise.resolve({ action: "signup_required" });
    await browser.presses("verify", { otp: CODE });
  },
  reactivation: async (site, browser) => {
    site.api.sendOtp = () =>
      Promise.resolve({ sessionId: null, deletedBefore: { deletedAt: START } });
    await browser.reachCode();
  },
};

function failing({ api }: Site, call: keyof Site["api"], error: Error) {
  Object.assign(api, { [call]: () => Promise.reject(error) });
}

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
    if (intent === "delete" && page.place.at !== "done") expect(page.maybeDeleted).not.toBeNull();
  });

  it("a refused Send from the first step shows the first step with its error and number", async () => {
    const site = createSite();
    const browser = site.browser();
    await ways[place]?.(site, browser);
    failing(site, "sendOtp", http(400, "This number is not on WhatsApp"));
    const jar = [...browser.jar];
    const { page, status } = await browser.presses("send", { phone: OTHER_PHONE });
    expect(status).toBe(400);
    expect(page).toMatchObject({
      place: { at: "phone" },
      typed: OTHER_PHONE,
      problem: { field: "phone", said: "This number is not on WhatsApp" },
    });
    expect([...browser.jar]).toEqual(jar);
  });

  it("a form of another session's page is refused at the first step, and changes nothing", async () => {
    const site = createSite();
    const browser = site.browser();
    await ways[place]?.(site, browser);
    if (place === "phone") return;
    const other = { session: "A".repeat(22), press: "" };
    const jar = [...browser.jar];
    const { calls } = site;
    const made = calls.length;
    for (const intent of intents.filter((one) => one !== "send")) {
      const { page, status } = await browser.presses(intent, { otp: CODE }, other);
      expect([status, page.place.at, page.problem?.message.id]).toEqual([
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

describe.each(callers)("$intent at $place", ({ place, intent, call }) => {
  it.each(failures)("that is answered with %s", async (_, error, send, verify, remove) => {
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
    expect([status, page.problem?.message.id]).toEqual([Number(answered), id]);
    // What was typed is at fault only where the auth API has refused it.
    const field = { send: "phone", verify: "otp" }[intent as string];
    expect(page.problem?.field).toBe(status === 400 ? field : undefined);
    const isSignedOut = id === "delete.signed-out";
    const at = { send: "phone", resend: place, verify: "code", delete: "confirm" }[intent];
    expect(page.place.at).toBe(isSignedOut ? "signed-out" : at);
    expect(page.typed).toBe(
      { send: OTHER_PHONE, resend: "", verify: "111 111", delete: "" }[intent],
    );
    expect(site.logged).toMatchObject([{ call, status: error.status }]);
    if (intent === "delete") {
      expect(page.maybeDeleted?.reference).toMatch(REFERENCE);
      expect(site.logged).toMatchObject([{ reference: page.maybeDeleted?.reference }]);
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
  });
});

it("a sign-in that is no longer accepted leads to a new code to the same number", async () => {
  const site = createSite();
  const browser = site.browser();
  await ways["signed-out"]?.(site, browser);
  vi.setSystemTime(START + 61_000);
  expect((await browser.presses("resend")).page.place.at).toBe("code");
  expect(site.calls.at(-1)).toBe(`send +91${PHONE}`);
});

it("a deletion ends with a receipt, and copies of its cookies show the first step", async () => {
  const site = createSite();
  const browser = site.browser();
  await browser.reachCode();
  const copies = [browser.copy()];
  await browser.presses("verify", { otp: CODE });
  await browser.presses("reasons", { reason: "others", others: "Too far" });
  copies.push(browser.copy());
  const { page, headers } = await browser.presses("delete");
  expect(site.calls).toEqual([`send +91${PHONE}`, `verify ${CODE}`, `delete ${TOKEN} Too far`]);
  expect(page).toMatchObject({
    place: { at: "done", deletedAt: START },
    erasedAt: START + 90 * DAY_MS,
  });
  expect(headers.get("Clear-Site-Data")).toBe('"storage"');
  for (const copy of copies) {
    expect((await copy.opens()).place.at).toBe("phone");
    const { page: refused, status } = await copy.presses("delete");
    expect([status, refused.place.at]).toEqual([409, "phone"]);
  }
  expect(site.calls).toHaveLength(3);
});

it("the same press within a minute is one call and one answer; afterwards its deletion may have happened", async () => {
  const site = createSite();
  const browser = site.browser();
  const { page } = await browser.reachConfirm();
  const [tab, again] = [browser.copy(), browser.copy()];
  const both = await Promise.all([browser, tab].map((one) => one.presses("delete", {}, page)));
  expect(both.map((answer) => answer.page.place.at)).toEqual(["done", "done"]);
  const { session } = page;
  // The holder of a copied session does not know the page.
  const stranger = await again.presses("delete", {}, { session, press: "guessed" });
  expect(stranger).toMatchObject({ status: 409, page: { place: { at: "phone" } } });
  vi.setSystemTime(START + 61_000);
  const late = await again.presses("delete", {}, page);
  expect(late).toMatchObject({ status: 409, page: { place: { at: "phone" } } });
  expect(late.page.maybeDeleted?.reference).toMatch(REFERENCE);
  expect(site.calls.filter((call) => call.startsWith("delete"))).toHaveLength(1);
});

it("a late answer does not replace the cookie of a newer session", async () => {
  const site = createSite();
  const browser = site.browser();
  const { page } = await browser.reachConfirm();
  let answer: (value: { deletedAt: null }) => void = () => undefined;
  site.api.deleteProfile = () => new Promise((resolve) => (answer = resolve));
  const slow = browser.presses("delete", {}, page);
  await vi.waitFor(() => expect(site.calls).toHaveLength(2));
  await browser.presses("send", { phone: OTHER_PHONE });
  answer({ deletedAt: null });
  expect(await slow).toMatchObject({ status: 200, page: { place: { at: "done" } } });
  expect(await browser.opens()).toMatchObject({
    place: { at: "code", maskedPhone: "+91 ••••• ••417" },
  });
});

it("a session that was left goes on in the browser that has lost the answer to leaving it", async () => {
  const site = createSite();
  const browser = site.browser();
  await browser.reachCode();
  const lost = browser.copy();
  await browser.presses("start-over");
  expect((await lost.copy().presses("start-over")).status).toBe(303);
  const verified = await lost.copy().presses("verify", { otp: CODE });
  expect(verified.page.place.at).toBe("reasons");
  expect((await lost.presses("send", { phone: OTHER_PHONE })).page.place.at).toBe("code");
});

it("the same press does not move a browser back that has gone on", async () => {
  const browser = createSite().browser();
  const { page } = await browser.reachCode();
  await browser.presses("verify", { otp: CODE }, page);
  await browser.presses("reasons", { reason: "privacy" });
  await browser.presses("delete");
  const again = await browser.presses("verify", { otp: CODE }, page);
  expect(again.page.place.at).toBe("done");
});

it("a browser that keeps no cookies is told so at the next step", async () => {
  const site = createSite();
  const browser = site.browser(new Map(), false);
  const { page } = await browser.reachCode();
  expect(page).toMatchObject({
    place: { at: "phone" },
    problem: { message: { id: "problem.no-session" } },
  });
  expect((await browser.opens("nonsense")).problem).toBeNull();
});

it("a code is good for ten minutes, and Resend then sends a new one to the same number", async () => {
  const site = createSite();
  const browser = site.browser();
  await browser.reachCode();
  vi.setSystemTime(START + 600_000);
  const expired = { place: { at: "code" }, problem: { message: { id: "problem.expired" } } };
  expect(await browser.opens()).toMatchObject(expired);
  expect(await browser.presses("verify", { otp: CODE })).toMatchObject({
    status: 409,
    page: expired,
  });
  expect((await browser.presses("resend")).page).toMatchObject({
    place: { at: "code" },
    problem: null,
  });
  expect(site.calls).toEqual([`send +91${PHONE}`, `send +91${PHONE}`]);
});

it("a session ends after fifteen minutes, and says so at the first step", async () => {
  const site = createSite();
  const browser = site.browser();
  const { page } = await browser.reachReasons();
  vi.setSystemTime(START + 900_000);
  const answer = await browser.presses("reasons", { reason: "privacy" }, page);
  expect(answer).toMatchObject({
    status: 409,
    page: {
      place: { at: "phone" },
      problem: { message: { id: "problem.ended" } },
      maybeDeleted: null,
    },
  });
});

it("five wrong codes end the OTP session, and so do ten tries; a new code begins anew", async () => {
  for (const [tries, error, id] of [
    [5, http(400), "limit.codes"],
    [10, timeout, "limit.tries"],
  ] as const) {
    const site = createSite();
    const browser = site.browser();
    await browser.reachCode();
    failing(site, "verifyOtp", error);
    const statuses: number[] = [];
    for (let count = 1; count <= tries + 1; count += 1) {
      const { status, page } = await browser.presses("verify", { otp: "111111" });
      statuses.push(status);
      if (count >= tries) expect(page.problem).toMatchObject({ message: { id }, retry: "code" });
    }
    expect((await browser.opens()).problem).toMatchObject({ retryAt: START + 60_000 });
    expect(statuses.slice(-2)).toEqual([429, 429]);
    expect(statuses.slice(0, -2)).not.toContain(429);
    vi.setSystemTime(START + 61_000);
    // The auth API repeats its session id.
    expect((await browser.presses("resend")).page.place).toMatchObject({ triesLeft: 5 });
    vi.setSystemTime(START);
  }
});

it("codes are limited by phone and by client address, and a limit has a Retry-After", async () => {
  const site = createSite();
  await site.browser().reachCode();
  const answer = await site.browser().presses("send", { phone: `+91 ${PHONE}` });
  expect(answer).toMatchObject({
    status: 429,
    page: { problem: { message: { id: "limit.minute" } } },
  });
  expect(answer.headers.get("Retry-After")).toBe("60");
  for (let count = 1; count < 5; count += 1) {
    vi.setSystemTime(START + count * 61_000);
    expect((await site.browser().reachCode()).status).toBe(303);
  }
  vi.setSystemTime(START + 305_000);
  const hour = await site.browser().reachCode();
  expect(hour).toMatchObject({ status: 429, page: { problem: { retryAt: START + 3_600_000 } } });
  failing(site, "sendOtp", http(400));
  for (let count = 5; count < 60; count += 1) {
    const status = (await site.browser().reachCode(`98765${String(count).padStart(5, "0")}`))
      .status;
    expect(status === 400 || status === 429).toBe(true);
  }
  const network = await site.browser().reachCode("9123456789");
  expect(network.page.problem?.message.id).toBe("limit.network");
});

it.each<[string, number | null, number | null]>([
  ["not stated", null, START],
  ["stated", START - 1000, START - 1000],
  ["in the future", START + 19_800_000, null],
  ["long before", START - DAY_MS, null],
])("the moment of a deletion that is %s", async (_, stated, shown) => {
  const site = createSite();
  const browser = site.browser();
  await browser.reachConfirm();
  site.api.deleteProfile = () => Promise.resolve({ deletedAt: stated });
  const { page } = await browser.presses("delete");
  expect(page.place).toMatchObject({ at: "done", deletedAt: shown });
  expect(page.erasedAt).toBe(shown && shown + 90 * DAY_MS);
});

it.each<[string, number | null, number | null, number | null]>([
  ["30 days ago", START - 30 * DAY_MS, 60, START + 60 * DAY_MS],
  ["not stated", null, null, null],
  ["in the future", START + 7 * DAY_MS, null, null],
  ["more than 90 days ago", START - 91 * DAY_MS, 0, null],
])("a reactivation of a deletion that is %s", async (_, deletedAt, days, erasedAt) => {
  const site = createSite();
  site.api.sendOtp = () => Promise.resolve({ sessionId: "one", deletedBefore: { deletedAt } });
  const { page } = await site.browser().reachCode();
  expect(page).toMatchObject({ place: { at: "reactivation", daysRemaining: days }, erasedAt });
});

it("a token that does not fit into a cookie ends in a sentence", async () => {
  const site = createSite();
  const browser = site.browser();
  await browser.reachCode();
  site.api.verifyOtp = () => Promise.resolve({ action: "login", token: "x".repeat(4000) });
  const { page, status } = await browser.presses("verify", { otp: CODE });
  expect([status, page.problem?.message.id]).toEqual([502, "problem.cannot-go-on"]);
});

it("Back shows an earlier step, with a line about the deletion that is open", async () => {
  const site = createSite();
  const browser = site.browser();
  await browser.reachConfirm();
  expect(await browser.opens("reasons")).toMatchObject({
    place: { at: "reasons", chosen: ["privacy"] },
  });
  expect(await browser.opens("phone")).toMatchObject({
    place: { at: "phone" },
    held: { digits: "210" },
  });
  await browser.presses("delete");
  const { held } = await browser.opens("phone");
  expect(held).toEqual({ receipt: expect.stringMatching(REFERENCE) as string });
});

it("refused reasons are shown as they were sent", async () => {
  const browser = createSite().browser();
  await browser.reachReasons();
  const others = "x".repeat(301);
  const long = await browser.presses("reasons", { reason: "others", others });
  expect(long).toMatchObject({
    status: 400,
    page: { place: { at: "reasons", chosen: ["others"], others }, problem: { field: "others" } },
  });
  const none = await browser.presses("reasons");
  expect(none).toMatchObject({ status: 400, page: { problem: { field: "reasons" } } });
});

it("instances share finished deletions, and go on alone while they cannot", async () => {
  const marks = new Set<string>();
  let isAway = false;
  const shared = {
    mark: (name: string) => Promise.resolve(marks.add(name)),
    isMarked: (name: string) =>
      isAway ? Promise.reject(new Error("away")) : Promise.resolve(marks.has(name)),
  };
  const [one, other] = [createSite(shared), createSite(shared)];
  const browser = one.browser();
  await browser.reachConfirm();
  const copy = other.browser(new Map(browser.jar));
  await browser.presses("delete");
  expect((await copy.opens()).place.at).toBe("phone");
  isAway = true;
  expect((await copy.opens()).place.at).toBe("confirm");
});
