import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  CODE,
  DELETE,
  json,
  PAGE,
  says,
  SEND,
  useDeletionSite,
  VERIFY,
} from "../support/deletion-site";
import { htmlProblems } from "./html-document";
import type { FormClient, Visit } from "../support/form-client";

const site = useDeletionSite({ UPSTREAM_TIMEOUT_MS: "2000" });

const exactTime = ({ html }: Visit) => /<time[^>]*>([^<]* IST)<\/time>/.exec(html)?.[1];
const waits = ({ status, headers }: Visit) => [status, headers.has("Retry-After")];
const form = (fields: Record<string, string>) => new URLSearchParams(fields);

describe("a limit that said no", () => {
  it("says the same after a reload of the code's page, which goes on working", async () => {
    const client = await site.atCode();
    expect(client.page.status).toBe(200);
    expect((await client.open(PAGE)).status).toBe(200);
    const refused = await client.press("Resend OTP");
    const reload = await client.open(PAGE);
    for (const page of [refused, reload]) {
      expect(waits(page)).toEqual([429, true]);
      expect(page.html).toContain("One code a minute can be sent to one number.");
    }
    expect(exactTime(reload)).toBe(exactTime(refused));

    site.upstream.set(VERIFY, says(400, { message: "Invalid OTP" }));
    // A wrong code is no wait, although the page before it told of one.
    expect(waits(await client.press("Verify OTP", { otp: "000000" }))).toEqual([400, false]);
    site.healthy();
    expect(waits(await client.press("Verify OTP", { otp: CODE }))).toEqual([200, false]);
    expect(client.page.html).toContain("Why are you leaving?");
  });

  it("keeps what somebody has typed when they ask for a code for another number", async () => {
    const busy = site.newPhone();
    await site.atCode(busy);
    const client = await site.atReasons();
    await client.press("Delete Account", { reason: "Others", others: "Too far" });
    const refused = await client.send("POST", PAGE, form({ intent: "send", phone: busy }));
    const reload = await client.open(PAGE);
    for (const page of [refused, reload]) {
      expect(waits(page)).toEqual([429, true]);
      expect(page.html).toContain("Confirm Deletion");
      expect(page.html).toContain("One code a minute can be sent to one number.");
      expect(page.html).toContain("Too far");
    }
    expect(exactTime(reload)).toBe(exactTime(refused));
    // Who goes on has seen it.
    expect(waits(await client.press("Cancel"))).toEqual([200, false]);
  });

  it("ends ten tries that were answered 5xx, the tenth already with 429", async () => {
    const client = await site.atCode();
    site.upstream.set(VERIFY, says(400, { message: "Invalid OTP" }));
    await client.press("Verify OTP", { otp: "000000" });
    for (let tries = 2; tries <= 10; tries += 1) {
      // A right code for another number closes the breaker that the faults would open.
      const other = await site.atCode();
      site.upstream.set(VERIFY, json({ action: "signup_required" }));
      await other.press("Verify OTP", { otp: CODE });
      site.upstream.set(VERIFY, says(500));
      const answer = await client.press("Verify OTP", { otp: CODE });
      expect(waits(answer)).toEqual(tries < 10 ? [502, false] : [429, true]);
    }
    expect(client.page.html).toContain("Ten tries ended this session.");
    const reload = await client.open(PAGE);
    expect(waits(reload)).toEqual([429, true]);
    expect(reload.html).toContain("Ten tries ended this session.");
    expect(exactTime(reload)).toBe(exactTime(client.visits.at(-2) ?? reload));
  });

  it("does not send a second code while the first may be on its way", async () => {
    const client = await site.visitor();
    site.upstream.set(SEND, says(500));
    const phone = site.newPhone();
    const failed = await client.press("Send OTP", { phone });
    expect(failed.status).toBe(502);
    expect(failed.html).toContain("Failed to send OTP");
    expect(failed.html).toContain("A code may have been sent all the same.");
    const again = await client.press("Send OTP", { phone });
    expect(waits(again)).toEqual([429, true]);
    expect(exactTime(again)).toBe(exactTime(failed));
    expect(site.upstream.count(SEND)).toBe(1);
  });
});

describe("two people behind one address who post the same number at the same moment", () => {
  it("never see what the other typed, whatever the upstream says", async () => {
    const texts = ["Aufgeschrieben von Anna", "Written down by Ben"];
    const people: FormClient[] = [];
    for (const others of texts) {
      const person = await site.atReasons();
      await person.press("Delete Account", { reason: "Others", others });
      people.push(person);
    }
    for (const behaviour of [
      { kind: "stall" } as const,
      { kind: "json", json: { success: false, message: "No" }, delayMs: 200 } as const,
    ]) {
      site.upstream.set(SEND, behaviour);
      const fields = form({ intent: "send", phone: site.newPhone() });
      await Promise.all(people.map((person) => person.send("POST", PAGE, fields)));
      for (const [index, person] of people.entries()) {
        const reload = await person.open(PAGE);
        for (const { html } of person.visits.slice(-2)) {
          expect(html).toContain(texts[index]);
          expect(html).not.toContain(texts[1 - index]);
        }
        expect(reload.html).toContain("Confirm Deletion");
      }
    }
  });

  it("get one code between them: each button is a press of its own", async () => {
    const phone = site.newPhone();
    site.upstream.set(SEND, json({ sessionId: `shared ${phone}` }, 200));
    const people = await Promise.all([site.visitor(), site.visitor()]);
    const pages = await Promise.all(people.map((person) => person.press("Send OTP", { phone })));
    expect(pages.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect(site.upstream.count(SEND)).toBe(1);
  });

  it("while one person's double press is one", async () => {
    const phone = site.newPhone();
    site.upstream.set(SEND, json({ sessionId: `double ${phone}` }, 200));
    const client = await site.visitor();
    const page = client.page;
    const press = () => {
      client.visits.push(page);
      return client.press("Send OTP", { phone });
    };
    const answers = await Promise.all([press(), press()]);
    for (const { html } of answers) expect(html).toContain("Verify OTP");
    expect(site.upstream.count(SEND)).toBe(1);
  });
});

describe("tokens and texts of any length", () => {
  const token = (length: number) => randomBytes(length).toString("base64url").slice(0, length);
  const longest = ["x".repeat(300), '"'.repeat(300), "ह".repeat(300), "🙂".repeat(150)];

  it.each([100, 1500, 2048, 2800])("a token of %i bytes goes all the way", async (length) => {
    for (const others of longest) {
      const bearer = token(length);
      const client = await site.atCode();
      site.upstream.set(VERIFY, json({ action: "login", token: bearer }));
      await client.press("Verify OTP", { otp: CODE });
      await client.press("Delete Account", { reason: ["Privacy concerns", "Others"], others });
      expect((await client.open(PAGE)).html).toContain("Confirm Deletion");
      const cookie = client.cookies.get("pulse-deletion") ?? "";
      expect("pulse-deletion".length + cookie.length).toBeLessThanOrEqual(4096);
      expect((await client.press("Delete")).html).toContain("Account Deleted Successfully");
      const call = site.upstream.calls.findLast(({ path }) => path === DELETE);
      expect(call?.headers.authorization).toBe(`Bearer ${bearer}`);
      expect(JSON.parse(call?.body ?? "")).toEqual({ reason: `Privacy concerns,${others}` });
    }
  });

  const tooLong = [
    ...[3500, 4096, 6144].map((length) => [`${length} bytes`, token(length)]),
    ["100 KB that could be packed", "x".repeat(100_000)],
  ] as [string, string][];
  it.each(tooLong)("one of %s ends in a plain sentence", async (_, bearer) => {
    const client = await site.atCode();
    site.upstream.set(VERIFY, json({ action: "login", token: bearer }));
    const answer = await client.press("Verify OTP", { otp: CODE });
    expect(answer.status).toBe(502);
    expect(answer.html).toContain("Your account cannot be deleted here right now");
    expect(answer.html).toMatch(/Please write to(?:<!-- -->)? <a [^>]*href="mailto:/);
    expect(client.cookies.has("pulse-deletion")).toBe(false);
    expect((await client.open(PAGE)).html).toContain("Send OTP");
    expect(site.upstream.count(DELETE)).toBe(0);
    expect(site.server.lines.join("\n")).not.toContain(bearer.slice(0, 40));
  });

  it("a text that is too long stays in its field", async () => {
    const others = "ह".repeat(301);
    const client = await site.atReasons();
    const answer = await client.press("Delete Account", { reason: "Others", others });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain("Please use at most 300 characters");
    expect(answer.html).toContain(others);
    expect((await client.open(PAGE)).status).toBe(200);
  });
});

describe("a session whose owner has ended it", () => {
  it.each([
    ["started over", "start-over"],
    ["left", "leave"],
  ])("is none for whoever holds a copy, once the owner has %s", async (_, intent) => {
    const owner = await site.atConfirm();
    const copy = await site.visitor();
    for (const [name, value] of owner.cookies) copy.cookies.set(name, value);
    await copy.open(PAGE);
    expect(copy.page.html).toContain("Confirm Deletion");
    await owner.send("POST", PAGE, form({ intent }));
    const refused = await copy.press("Delete");
    expect(refused.html).toContain("Send OTP");
    expect(site.upstream.count(DELETE)).toBe(0);
  });
});

describe("a receipt whose answer was lost on its way", () => {
  it("is given again to the same press, and to no other", async () => {
    const client = await site.atConfirm();
    const confirmed = new Map(client.cookies);
    const page = client.page;
    const before = async (visit: Visit) => {
      client.cookies.clear();
      for (const [name, value] of confirmed) client.cookies.set(name, value);
      client.visits.push(visit);
      return client.press("Delete");
    };
    const other = await client.open(PAGE);
    const receipt = await before(page);
    const reference = /DEL-\w{4}-\w{4}/.exec(receipt.html)?.[0] ?? "none";
    expect((await before(page)).html).toContain(reference);
    expect((await before(other)).html).toContain("Send OTP");
    expect((await before(page)).html).toContain(reference);
    expect(site.upstream.count(DELETE)).toBe(1);
  });
});

describe("a deletion whose answer was lost", () => {
  it("says so with a reference number, now, after a reload and after a refusal", async () => {
    const client = await site.atConfirm();
    site.upstream.set(DELETE, { kind: "stall" });
    const lost = await client.press("Delete");
    expect(lost.status).toBe(502);
    expect(lost.html).toContain(">Failed to delete account. Please try again.<");
    const reference = /DEL-\w{4}-\w{4}/.exec(lost.html)?.[0] ?? "none";
    await expect.poll(() => site.server.lines.join("\n")).toContain(reference);
    const reload = await client.open(PAGE);
    expect(reload.status).toBe(200);
    site.upstream.set(DELETE, says(401, { message: "Please log in again" }));
    const refused = await client.press("Delete");
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Please log in again");
    expect(refused.html).toContain("can mean that the account is already deleted");
    for (const { html } of [lost, reload, refused]) {
      expect(await htmlProblems(html)).toEqual([]);
      expect(html).toContain("Your account may be deleted all the same");
      expect(html).toContain(reference);
      expect(html).toContain("mailto:");
    }
    expect((await client.press("Start again with my number")).html).toContain("Send OTP");
  });

  it("keeps its number when the next try succeeds", async () => {
    const client = await site.atConfirm();
    site.upstream.set(DELETE, { kind: "html" });
    const lost = await client.press("Delete");
    site.healthy();
    const receipt = await client.press("Delete");
    expect(receipt.html).toContain("Account Deleted Successfully");
    expect(receipt.html).toContain(/DEL-\w{4}-\w{4}/.exec(lost.html)?.[0]);
  });
});
