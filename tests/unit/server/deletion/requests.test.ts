import { beforeEach, describe, expect, it, vi } from "vitest";
import { CODE, http, PHONE, START, timeout } from "../../../support/deletion-person";
import { LOADS_PAGE, SCRIPT, visitor } from "./deletion-visitor";

const cacheControl = ({ headers }: { headers: Headers }) => headers.get("Cache-Control");
const REFUSAL = "pulse-deletion-refusal";
const SESSION = "pulse-deletion";

beforeEach(() => void vi.useFakeTimers({ now: START, toFake: ["Date", "setTimeout"] }));

it("the page is the same for all who have no cookie, kept by browsers alone, with a key of its own each time", async () => {
  const [answer, again] = [await visitor().shows(), await visitor().shows()];
  expect(answer).toMatchObject({ status: 200, problem: null, page: { place: { at: "phone" } } });
  expect(cacheControl(answer)).toBe("private, no-cache");
  expect(answer.headers.get("Retry-After")).toBeNull();
  expect(answer.page.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  expect(again.page.idempotencyKey).not.toBe(answer.page.idempotencyKey);
});

it("the page is another page for each step, never past where the person stands, and kept by nobody", async () => {
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

it("a form that leads on leads a browser to the step's own page, and a client that is none to the page", async () => {
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

it("a form that leads on that nobody can read changes nothing, and 'leave' ends the session and leads home", async () => {
  const person = visitor();
  await person.sends("send", { phone: PHONE });
  const answer = await person.sends("erase");
  expect(answer).toMatchObject({ to: "page" });
  expect(answer).not.toHaveProperty("query");
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await person.sends("leave")).toMatchObject({ to: "home" });
  expect([...person.jar.keys()]).toEqual([]);
});

it("a form that leads on fails where its session cannot be kept", async () => {
  const sessionId = unsealable("s") as string;
  const person = visitor(false, {
    sendOtp: () => Promise.resolve({ sessionId, deletedBefore: null }),
  });
  await expect(person.sends("send", { phone: PHONE })).rejects.toThrow("the seal broke");
  expect(person.logged).toEqual([]);
});

describe("a form that is refused", () => {
  const wrong = (person: ReturnType<typeof visitor>, headers = {}) =>
    person.sends("send", { phone: `1${"2".repeat(60)}` }, headers);

  it("is answered by a page of its own where a browser loads pages, the same after a reload", async () => {
    const person = visitor();
    expect(await wrong(person, LOADS_PAGE)).toMatchObject({ to: "page", query: "step=phone" });
    for (let load = 0; load < 2; load += 1) {
      const answer = await person.shows("?step=phone", LOADS_PAGE);
      expect(answer).toMatchObject({
        status: 400,
        problem: { field: "phone", message: { id: "problem.phone" }, typed: `1${"2".repeat(39)}` },
      });
      expect(cacheControl(answer)).toBe("no-store");
      expect(answer.headers.get("Retry-After")).toBeNull();
    }
    // Of that page and no other.
    expect(await person.shows()).toMatchObject({ status: 200, problem: null });
    expect(await person.shows("?step=code")).toMatchObject({ status: 200, problem: null });
  });

  it("hides nothing that its page has to say of a deletion whose answer was lost", async () => {
    const person = visitor(false, { deleteProfile: () => Promise.reject(timeout) });
    await person.reachConfirm();
    await person.sends("delete", {}, SCRIPT);
    await person.sends("cancel", {}, LOADS_PAGE);
    await person.sends("reasons", {}, LOADS_PAGE);
    const note = { id: "delete.maybe-reference" };
    const problem = { message: { id: "problem.reasons" }, note };
    expect(await person.shows("?step=reasons", LOADS_PAGE)).toMatchObject({ problem });
  });

  it("is answered by a page of its own at every step, with the reasons as they were sent", async () => {
    const person = visitor();
    const says = async (intent: string, fields: Record<string, string>, step: string) => {
      await person.sends(intent, fields, LOADS_PAGE);
      return person.shows(`?step=${step}`, LOADS_PAGE);
    };
    await person.sends("send", { phone: PHONE });
    expect(await says("verify", { otp: "1" }, "code")).toMatchObject({ problem: { field: "otp" } });
    await person.sends("verify", { otp: CODE });
    const others = "x".repeat(301);
    const answer = await says("reasons", { reason: "Others", others }, "reasons");
    expect(answer).toMatchObject({
      status: 400,
      problem: { field: "others", message: { id: "problem.others", values: { most: 300 } } },
      page: { place: { at: "reasons", chosen: ["others"], others } },
    });
    expect(answer.problem).not.toHaveProperty("typed");
    person.jar.clear();
    expect(await says("delete", {}, "phone")).toMatchObject({
      problem: { message: { id: "problem.ended" }, note: { id: "delete.unknown" } },
    });
  });

  it.each([
    [false, ""],
    [true, "__Host-"],
  ])("is kept until the next form, over https (%s) for https alone", async (secure, prefix) => {
    const person = visitor(secure);
    await wrong(person, LOADS_PAGE);
    expect([...person.jar.keys()]).toEqual([prefix + REFUSAL]);
    expect(await person.shows("?step=phone", LOADS_PAGE)).toMatchObject({ status: 400 });
    await wrong(person, SCRIPT);
    expect([...person.jar.keys()]).toEqual([]);
    await wrong(person, LOADS_PAGE);
    await person.sends("send", { phone: PHONE }, LOADS_PAGE);
    expect([...person.jar.keys()]).toEqual([prefix + SESSION]);
  });

  it("that no cookie can hold is answered at once", async () => {
    const person = visitor();
    await person.reachReasons();
    const others = "ॐ".repeat(2_000);
    const answer = await person.sends("reasons", { reason: "Others", others }, LOADS_PAGE);
    expect(answer).toMatchObject({ status: 400, page: { place: { others } } });
    expect([...person.jar.keys()]).toEqual([SESSION]);
  });

  it.each([SCRIPT, {}])("by a limit says to %j from when on it works again", async (headers) => {
    const person = visitor();
    await person.sends("send", { phone: PHONE });
    vi.setSystemTime(START + 500);
    const answer = await person.sends("resend", {}, headers);
    expect(answer).toMatchObject({ status: 429, problem: { retryAt: START + 60_000 } });
    expect(answer.headers.get("Retry-After")).toBe("60");
    expect(cacheControl(answer)).toBe("no-store");
    // After a reload, too, whatever the step's address.
    for (const query of ["", "?step=code", "?step=reasons"]) {
      const again = await person.shows(query);
      expect(again).toMatchObject({ status: 429, problem: { retryAt: START + 60_000 } });
      expect(again.headers.get("Retry-After")).toBe("60");
    }
  });

  it("because its code was used meanwhile does not touch the session that came of it", async () => {
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

  it("by a limit says so on its page until that time, with a wait, and then no more", async () => {
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

  it("by a limit that is over by then says so at once (429), and that it holds no more when loaded", async () => {
    const person = visitor(false, { verifyOtp: () => Promise.reject(http(400)) });
    await person.sends("send", { phone: PHONE });
    vi.setSystemTime(START + 61_000);
    const wrong = () => person.sends("verify", { otp: "000000" }, SCRIPT);
    for (let tries = 1; tries < 5; tries += 1) expect(await wrong()).toMatchObject({ status: 400 });
    const problem = { message: { id: "limit.codes" }, retryAt: START + 61_000 };
    const last = await wrong();
    expect(last).toMatchObject({ status: 429, page: { place: { at: "locked" } }, problem });
    expect(last.headers.get("Retry-After")).not.toBeNull();
    const loaded = await person.shows();
    expect(loaded).toMatchObject({ status: 200, page: { place: { at: "locked" } }, problem });
    expect(loaded.headers.get("Retry-After")).toBeNull();
  });

  it("by a failure has no Retry-After, whatever is known of the next try", async () => {
    for (const headers of [SCRIPT, LOADS_PAGE]) {
      const person = visitor(false, { sendOtp: () => Promise.reject(timeout) });
      const answer = await person.sends("send", { phone: PHONE }, headers);
      const page = headers === SCRIPT ? answer : await person.shows("?step=phone", headers);
      expect(page).toMatchObject({ status: 502, problem: { retryAt: START + 60_000 } });
      expect(page.headers.get("Retry-After")).toBeNull();
    }
  });
});

it("a receipt empties the browser's storage, shows no loader again, and can be had by its owner alone", async () => {
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

it("a receipt that cannot be kept is shown all the same", async () => {
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

/** A value that no session can be sealed with. */
function unsealable(value: string | number): unknown {
  const toJSON = () => {
    throw new Error("the seal broke");
  };
  return { valueOf: () => value, toString: () => String(value), toJSON };
}
