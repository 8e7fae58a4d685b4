import { describe, expect, it } from "vitest";
import { CODE, DELETE, json, PAGE, says, SEND, VERIFY } from "../support/deletion-site";
import { FormClient, type Visit } from "../support/form-client";
import { useSharedSite } from "./shared-site";

const site = useSharedSite();

const timesOf = ({ html }: Visit) =>
  [...html.matchAll(/<time dateTime="([^"]+)"[^>]*>(.*?)<\/time>/gi)].map(
    ([, moment = "", text = ""]) => ({ moment: Date.parse(moment), text: plain(text) }),
  );
const plain = (html: string) => html.replace(/<!-- -->|<[^>]*>/g, "");
const titleOf = ({ html }: Visit) => /<title>(.*?)<\/title>/.exec(html)?.[1];
const waits = ({ status, headers }: Visit) => [status, headers.has("Retry-After")];

describe("a limit", () => {
  it("of one code a minute names a time in India, the same after a reload, and sends nothing", async () => {
    const phone = site.newPhone();
    const { address } = await site.atCode(phone);
    const client = new FormClient(site.server.url, address);
    await client.open(PAGE);
    const refused = await client.press("Send OTP", { phone: `0${phone}` });
    expect(refused.headers.get("Retry-After")).toMatch(/^[1-6]?\d$/);
    const reload = await client.open(PAGE);
    for (const page of [refused, reload]) {
      expect(waits(page)).toEqual([429, true]);
      expect(titleOf(page)).toContain("Error: Try again later: Delete your account | ");
      expect(plain(page.html)).toMatch(
        /You can ask for the next code at \d+ \w+ \d{4}, \d\d:\d\d:\d\d IST, in (1 minute|\d+ seconds)/,
      );
    }
    const [time = { moment: 0, text: "" }] = timesOf(refused);
    expect(timesOf(reload)[0]).toEqual(time);
    const there = new Date(time.moment + 5.5 * 3_600_000).toISOString().slice(11, 19);
    expect(time.text).toContain(`${there} IST`);
    expect(site.upstream.count(SEND)).toBe(1);
    // Another number is not held up.
    site.healthy();
    expect((await client.press("Send OTP", { phone: site.newPhone() })).status).toBe(200);
  });

  it("ends the OTP session with the fifth wrong code; the page counts the tries that are left", async () => {
    site.upstream.set(VERIFY, says(400, { message: "Invalid OTP" }));
    const client = await site.atCode();
    const code = client.page;
    for (const left of [5, 4, 3, 2, 1]) {
      expect(plain((await client.open(PAGE)).html)).toContain(`You have ${left} tr`);
      const answer = await client.press("Verify OTP", { otp: "000000" });
      expect(answer.status).toBe(left > 1 ? 400 : 429);
    }
    for (const page of [client.page, await client.open(PAGE)]) {
      expect(waits(page)).toEqual([429, true]);
      expect(page.html).toContain("Five wrong codes ended this session.");
      expect(page.html).toContain("Send OTP");
    }
    site.healthy();
    client.visits.push(code);
    expect((await client.press("Verify OTP", { otp: CODE })).status).toBe(429);
    expect(site.upstream.count(VERIFY)).toBe(0);
  });
});

describe("the session", () => {
  it("is one cookie that no script and no other site can use, for 15 minutes", async () => {
    const client = await site.atCode();
    const set = client.visits.flatMap((visit) => visit.headers.getSetCookie());
    expect(set.filter((cookie) => cookie.startsWith("pulse-deletion="))).toEqual([
      expect.stringMatching(
        /^pulse-deletion=[\w.-]+; Max-Age=(899|900); Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    for (const cookie of set) expect(cookie).toMatch(/HttpOnly/i);
  });

  it("does not count when its cookie was tampered with, or is replayed after the deletion", async () => {
    const client = await site.atConfirm();
    const confirm = client.page;
    const sealed = client.cookies.get("pulse-deletion") ?? "";
    const middle = Math.floor(sealed.length / 2);
    const other = sealed[middle] === "A" ? "B" : "A";
    client.cookies.set(
      "pulse-deletion",
      sealed.slice(0, middle) + other + sealed.slice(middle + 1),
    );
    client.visits.push(confirm);
    expect((await client.press("Delete")).html).toContain("Send OTP");
    expect(site.upstream.count(DELETE)).toBe(0);

    client.cookies.set("pulse-deletion", sealed);
    client.visits.push(confirm);
    expect((await client.press("Delete")).html).toContain("Account Deleted Successfully");
    client.cookies.set("pulse-deletion", sealed);
    expect((await client.open(PAGE)).html).toContain("Send OTP");
    expect(site.upstream.count(DELETE)).toBe(1);
  });

  it("deletes once however often the button is pressed, also when an answer was lost on its way", async () => {
    site.upstream.set(DELETE, json({ message: "Account deleted successfully" }, 200));
    const client = await site.atConfirm();
    const confirmed = new Map(client.cookies);
    const confirm = client.page;
    const press = (page: Visit) => {
      const again = new FormClient(site.server.url, client.address, new Map(confirmed));
      again.visits.push(page);
      return again.press("Delete");
    };
    const other = await client.open(PAGE);
    const presses = await Promise.all(Array.from({ length: 5 }, () => press(confirm)));
    const [reference = "none"] = /DEL-\w{4}-\w{4}/.exec(presses[0]?.html ?? "") ?? [];
    for (const { html } of presses) expect(html).toContain(reference);
    expect((await press(confirm)).html).toContain(reference);
    // The button of a second tab is another one.
    expect((await press(other)).html).not.toContain(reference);
    expect(site.upstream.count(DELETE)).toBe(1);
  });
});
