import { beforeEach, describe, expect, it, vi } from "vitest";
import { CODE, http, PHONE, START, timeout } from "../../../support/deletion-person";
import { LOADS_PAGE, SCRIPT, visitor } from "./deletion-visitor";

const cacheControl = ({ headers }: { headers: Headers }) => headers.get("Cache-Control");
const REFUSAL = "pulse-deletion-refusal";
const SESSION = "pulse-deletion";

beforeEach(() => void vi.useFakeTimers({ now: START, toFake: ["Date", "setTimeout"] }));

it("the page without cookies may be stored by browsers only, and has a new idempotency key each time", async () => {
  const [answer, again] = [await visitor().shows(), await visitor().shows()];
  expect(answer).toMatchObject({ status: 200, problem: null, page: { place: { at: "phone" } } });
  expect(cacheControl(answer)).toBe("private, no-cache");
  expect(answer.headers.get("Retry-After")).toBeNull();
  expect(answer.page.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  expect(again.page.idempotencyKey).not.toBe(answer.page.idempotencyKey);
});

it("the page of a session shows the step in the URL if the session has reached it, and is never stored", async () => {
  const person = visitor();
  await person.reachConfirm();
  for (const [query, place] of [
    ["?step=phone", "phone"],
    ["?step=reasons", "reasons"],
    ["?step=done", "confirm"],
    ["", "confirm"],
  ] as const) {
    const answer = await person.shows(query);
    expect(answer.page.place.at).toBe(place);
    expect(cacheControl(answer)).toBe("no-store");
  }
});

it("an accepted form redirects a browser to the URL of the next step, and other clients to the plain URL", async () => {
  for (const [headers, query] of [
    [LOADS_PAGE, "step=code"],
    [SCRIPT, "step=code"],
    [{}, undefined],
  ] as const) {
    const answer = await visitor().sends("send", { phone: PHONE }, headers);
    expect(answer).toMatchObject({ to: "page", toast: { id: "send.sent" } });
    expect(answer).toHaveProperty("query", query);
    expect(cacheControl(answer)).toBe("no-store");
  }
});

it("an unreadable form changes nothing, and 'leave' ends the session and redirects home", async () => {
  const person = visitor();
  await person.sends("send", { phone: PHONE });
  const answer = await person.sends("erase");
  expect(answer).toMatchObject({ to: "page" });
  expect(answer).not.toHaveProperty("query");
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await person.sends("leave")).toMatchObject({ to: "home" });
  expect([...person.jar.keys()]).toEqual([]);
});

it("a form fails when its new session cannot be sealed", async () => {
  const sessionId = unsealable("s") as string;
  const person = visitor(false, {
    sendOtp: () => Promise.resolve({ sessionId, deletedBefore: null }),
  });
  await expect(person.sends("send", { phone: PHONE })).rejects.toThrow("the seal broke");
  expect(person.logged).toEqual([]);
});

describe("a form that is refused", () => {
  const invalid = (person: ReturnType<typeof visitor>, headers = {}) =>
    person.sends("send", { phone: `1${"2".repeat(60)}` }, headers);

  it("is answered by a redirect for page loads, and its page stays the same after a reload", async () => {
    const person = visitor();
    expect(await invalid(person, LOADS_PAGE)).toMatchObject({ to: "page", query: "step=phone" });
    for (let load = 0; load < 2; load += 1) {
      const answer = await person.shows("?step=phone", LOADS_PAGE);
      expect(answer).toMatchObject({
        status: 400,
        problem: { field: "phone", message: { id: "problem.phone" }, typed: `1${"2".repeat(39)}` },
      });
      expect(cacheControl(answer)).toBe("no-store");
      expect(answer.headers.get("Retry-After")).toBeNull();
    }
    // Other URLs do not show the refusal.
    expect(await person.shows()).toMatchObject({ status: 200, problem: null });
    expect(await person.shows("?step=code")).toMatchObject({ status: 200, problem: null });
  });

  it("keeps the note about a deletion whose answer was lost", async () => {
    const person = visitor(false, { deleteProfile: () => Promise.reject(timeout) });
    await person.reachConfirm();
    await person.sends("delete", {}, SCRIPT);
    await person.sends("cancel", {}, LOADS_PAGE);
    await person.sends("reasons", {}, LOADS_PAGE);
    const note = { id: "delete.maybe-reference" };
    const problem = { message: { id: "problem.reasons" }, note };
    expect(await person.shows("?step=reasons", LOADS_PAGE)).toMatchObject({ problem });
  });

  it("is shown on the page of its step, with the reasons as they were sent", async () => {
    const person = visitor();
    const post = async (intent: string, fields: Record<string, string>, step: string) => {
      await person.sends(intent, fields, LOADS_PAGE);
      return person.shows(`?step=${step}`, LOADS_PAGE);
    };
    await person.sends("send", { phone: PHONE });
    expect(await post("verify", { otp: "1" }, "code")).toMatchObject({ problem: { field: "otp" } });
    await person.sends("verify", { otp: CODE });
    const others = "x".repeat(301);
    const answer = await post("reasons", { reason: "Others", others }, "reasons");
    expect(answer).toMatchObject({
      status: 400,
      problem: { field: "others", message: { id: "problem.others", values: { most: 300 } } },
      page: { place: { at: "reasons", chosen: ["others"], others } },
    });
    expect(answer.problem).not.toHaveProperty("typed");
    person.jar.clear();
    expect(await post("delete", {}, "phone")).toMatchObject({
      problem: { message: { id: "problem.ended" }, note: { id: "delete.unknown" } },
    });
  });

  it.each([
    [false, ""],
    [true, "__Host-"],
  ])("is kept until the next form, in a __Host- cookie over https (%s)", async (secure, prefix) => {
    const person = visitor(secure);
    await invalid(person, LOADS_PAGE);
    expect([...person.jar.keys()]).toEqual([prefix + REFUSAL]);
    expect(await person.shows("?step=phone", LOADS_PAGE)).toMatchObject({ status: 400 });
    await invalid(person, SCRIPT);
    expect([...person.jar.keys()]).toEqual([]);
    await invalid(person, LOADS_PAGE);
    await person.sends("send", { phone: PHONE }, LOADS_PAGE);
    expect([...person.jar.keys()]).toEqual([prefix + SESSION]);
  });

  it("that is too large for a cookie is answered without a redirect", async () => {
    const person = visitor();
    await person.reachReasons();
    const others = "ॐ".repeat(2_000);
    const answer = await person.sends("reasons", { reason: "Others", others }, LOADS_PAGE);
    expect(answer).toMatchObject({ status: 400, page: { place: { others } } });
    expect([...person.jar.keys()]).toEqual([SESSION]);
  });

  it.each([SCRIPT, {}])("by a limit has a Retry-After for the headers %j", async (headers) => {
    const person = visitor();
    await person.sends("send", { phone: PHONE });
    vi.setSystemTime(START + 500);
    const answer = await person.sends("resend", {}, headers);
    expect(answer).toMatchObject({ status: 429, problem: { retryAt: START + 60_000 } });
    expect(answer.headers.get("Retry-After")).toBe("60");
    expect(cacheControl(answer)).toBe("no-store");
    // Also after a reload, with every step in the URL.
    for (const query of ["", "?step=code", "?step=reasons"]) {
      const again = await person.shows(query);
      expect(again).toMatchObject({ status: 429, problem: { retryAt: START + 60_000 } });
      expect(again.headers.get("Retry-After")).toBe("60");
    }
  });

  it("because its code was used meanwhile keeps the session that this code opened", async () => {
    const person = visitor();
    await person.sends("send", { phone: PHONE });
    const earlier = person.jar.get(SESSION) ?? "";
    const { session } = (await person.shows()).page;
    await person.sends("verify", { otp: CODE });
    person.jar.set(SESSION, earlier);
    const fields = { otp: CODE, session: session ?? "" };
    const answer = await person.sends("verify", fields, SCRIPT);
    expect(answer).toMatchObject({ status: 409, problem: { message: { id: "verify.used" } } });
    expect(answer.headers.getSetCookie().join()).not.toContain(SESSION + "=");
  });

  it("by a limit is shown on its page with a Retry-After until the limit ends", async () => {
    const person = visitor();
    await person.sends("send", { phone: PHONE });
    await person.sends("resend", {}, LOADS_PAGE);
    for (const [later, wait] of [
      [0, "60"],
      [59_000, "1"],
    ] as const) {
      vi.setSystemTime(START + later);
      const answer = await person.shows("?step=code", LOADS_PAGE);
      expect(answer).toMatchObject({ status: 429, problem: { retryAt: START + 60_000 } });
      expect(answer.headers.get("Retry-After")).toBe(wait);
    }
    expect(await person.shows("?step=phone", LOADS_PAGE)).toMatchObject({ status: 200 });
    vi.setSystemTime(START + 60_000);
    const after = await person.shows("?step=code", LOADS_PAGE);
    expect(after).toMatchObject({ status: 200, problem: null });
    expect(after.headers.get("Retry-After")).toBeNull();
  });

  it("by a limit that has ended meanwhile has the status 429, and the page loaded next has 200", async () => {
    const person = visitor(false, { verifyOtp: () => Promise.reject(http(400)) });
    await person.sends("send", { phone: PHONE });
    vi.setSystemTime(START + 61_000);
    const guess = () => person.sends("verify", { otp: "000000" }, SCRIPT);
    for (let tries = 1; tries < 5; tries += 1) expect(await guess()).toMatchObject({ status: 400 });
    const problem = { message: { id: "limit.codes" }, retryAt: START + 61_000 };
    const last = await guess();
    expect(last).toMatchObject({ status: 429, page: { place: { at: "locked" } }, problem });
    expect(last.headers.get("Retry-After")).not.toBeNull();
    const loaded = await person.shows();
    expect(loaded).toMatchObject({ status: 200, page: { place: { at: "locked" } }, problem });
    expect(loaded.headers.get("Retry-After")).toBeNull();
  });

  it("by a failure has no Retry-After, although the time of the next try is known", async () => {
    for (const headers of [SCRIPT, LOADS_PAGE]) {
      const person = visitor(false, { sendOtp: () => Promise.reject(timeout) });
      const answer = await person.sends("send", { phone: PHONE }, headers);
      const page = headers === SCRIPT ? answer : await person.shows("?step=phone", headers);
      expect(page).toMatchObject({ status: 502, problem: { retryAt: START + 60_000 } });
      expect(page.headers.get("Retry-After")).toBeNull();
    }
  });
});

it("a receipt clears the browser's storage, turns the loader off, and is available to its owner only", async () => {
  for (const [secure, prefix, attributes] of [
    [false, "", ""],
    [true, "__Host-", "; Secure"],
  ] as const) {
    const person = visitor(secure);
    await person.reachConfirm();
    expect(await person.receipt()).toBeNull();
    const answer = await person.sends("delete", {}, LOADS_PAGE);
    expect(answer).toMatchObject({ to: "page", query: "step=done" });
    expect(answer.headers.get("Clear-Site-Data")).toBe('"storage"');
    expect(answer.headers.getSetCookie()).toContain(
      `${prefix}loader=off; Path=/; Max-Age=900; SameSite=Lax${attributes}`,
    );
    expect(await person.receipt()).toMatchObject({ at: "done", deletedAt: START });
    expect(await person.shows("?step=done")).toMatchObject({
      status: 200,
      page: { place: { at: "done", deletedAt: START }, erasedAt: START + 90 * 86_400_000 },
    });
  }
});

it("a receipt that cannot be sealed is still shown", async () => {
  const deletedAt = unsealable(START) as number;
  const person = visitor(false, { deleteProfile: () => Promise.resolve({ deletedAt }) });
  await person.reachConfirm();
  const answer = await person.sends("delete");
  expect(answer).toMatchObject({ status: 200, page: { place: { at: "done" } }, problem: null });
  expect(answer.headers.get("Clear-Site-Data")).toBe('"storage"');
  const reference = expect.stringMatching(/^DEL-/) as string;
  const error = { err: expect.any(Error) as Error, reference };
  expect(person.logged.at(-1)).toEqual(["error", error, "a receipt could not be kept"]);
});

/** A value that fails to serialize, so that no session with it can be sealed. */
function unsealable(value: string | number): unknown {
  const toJSON = () => {
    throw new Error("the seal broke");
  };
  return { valueOf: () => value, toString: () => String(value), toJSON };
}
