import { describe, expect, it } from "vitest";
import { CODE, DELETE, PAGE, useDeletionSite } from "../support/deletion-site";
import { FormClient, type Visit } from "../support/form-client";
import { textsOfPage } from "./texts-of-page";

/** What the browser tests of the journey look at with scripts, and what of it the server alone decides. */
const site = useDeletionSite();

const titleOf = ({ html }: Visit) => /<title>(.*?)<\/title>/.exec(html)?.[1];

/** Text as it is read, without what marks it up. */
const plain = (html: string) => html.replace(/<!-- -->|<[^>]*>/g, "");

describe("without scripts", () => {
  it("a code that is asked for too early is refused with the time and how long that is", async () => {
    const client = await site.atCode();
    const refused = await client.press("Resend OTP");
    expect(plain(refused.html)).toMatch(
      /at \d+ \w+ \d{4}, \d\d:\d\d:\d\d IST, in (1 minute|\d+ seconds)/,
    );
    expect(titleOf(refused)).toContain("Error: ");
    await client.press("Change Number");
    expect(titleOf(await client.open(PAGE))).toContain("Delete your account | ");
  });

  it("a limit is named in the title, after a reload as well", async () => {
    const phone = site.newPhone();
    await site.atCode(phone);
    const client = await site.visitor();
    for (const page of [await client.press("Send OTP", { phone }), await client.open(PAGE)]) {
      expect(page.status).toBe(429);
      expect(titleOf(page)).toContain("Error: Try again later: Delete your account | ");
    }
  });

  it("a form that comes after its session has ended names the error in the title", async () => {
    const client = await site.atConfirm();
    client.cookies.clear();
    const ended = await client.press("Delete");
    expect(ended.html).toContain("Your session ended before this was sent. Nothing was deleted.");
    expect(titleOf(ended)).toContain("Error: Delete your account | ");
    expect(site.upstream.count(DELETE)).toBe(0);
  });

  it("a number that is refused takes the receipt from nobody", async () => {
    const client = await site.atConfirm();
    const done = await client.press("Delete");
    const reference = /DEL-\w{4}-\w{4}/.exec(done.html)?.[0] ?? "none";
    await client.press("Use another number");
    await client.press("Send OTP", { phone: "90000" });
    expect(client.page.status).toBe(400);
    expect((await client.open(PAGE)).html).toContain("Show its receipt");
    expect((await client.open(`${PAGE}?step=done`)).html).toContain(reference);
  });

  it("a second tab shows the same step, and the first one what has become of it", async () => {
    const first = await site.atReasons();
    expect((await first.open(PAGE)).html).toContain("Why are you leaving?");
    const second = new FormClient(site.server.url, undefined, first.cookies);
    expect((await second.open(PAGE)).html).toContain("Why are you leaving?");
    await second.press("Delete Account", { reason: "Privacy concerns" });
    expect((await second.press("Delete")).html).toContain("Account Deleted Successfully");
    const late = await first.press("Delete Account", { reason: "Others" });
    expect(late.html).toContain("Account Deleted Successfully");
    expect(site.upstream.count(DELETE)).toBe(1);
  });

  it("the next minutes are told by India's clock, in the moment that the element names", async () => {
    const client = await site.atCode();
    const { html } = await client.open(PAGE);
    const times = [...html.matchAll(/<time dateTime="([^"]+)"[^>]*>(.*?)<\/time>/gi)]
      .map(([, moment = "", text = ""]) => ({ moment: Date.parse(moment), text: plain(text) }))
      .filter(({ text }) => /^\d\d:\d\d IST$/.test(text));
    expect(times.length).toBeGreaterThan(0);
    for (const { moment, text } of times) {
      const there = new Date(moment + 5.5 * 3_600_000).toISOString().slice(11, 16);
      expect(text).toBe(`${there} IST`);
    }
    expect(Number(times[0]?.moment) - Date.now()).toBeGreaterThan(8 * 60_000);
    expect(Number(times[0]?.moment) - Date.now()).toBeLessThanOrEqual(10 * 60_000);
  });

  it("the journey in English has no letter of another script", async () => {
    const client = await site.atCode();
    await client.press("Verify OTP", { otp: "12" });
    await client.press("Verify OTP", { otp: CODE });
    await client.press("Delete Account");
    await client.press("Delete Account", { reason: ["Privacy concerns", "Others"], others: "I" });
    await client.press("Cancel");
    await client.press("Delete Account", { reason: "Privacy concerns" });
    await client.press("Delete");
    const pages = client.visits.filter(({ html }) => html.startsWith("<!DOCTYPE"));
    expect(pages.length).toBeGreaterThan(6);
    const foreign = /[^\p{Script=Latin}\P{L}]/u;
    expect(
      pages.flatMap(({ html }) => textsOfPage(html)).filter((text) => foreign.test(text)),
    ).toEqual([]);
    for (const { html } of pages) expect(html).toMatch(/<html lang="en" dir="ltr"/);
  });
});
