import { createHash } from "node:crypto";
import { get } from "node:http";
import { describe, expect, it } from "vitest";
import type { FormClient } from "../support/form-client";
import {
  CODE,
  DELETE,
  json,
  OTP_SESSION,
  PAGE,
  says,
  SEND,
  TOKEN,
  useDeletionSite,
  VERIFY,
} from "../support/deletion-site";

const DAY_MS = 86_400_000;

const site = useDeletionSite();

describe("a whole deletion without scripts", () => {
  it("has its help at one place, and says until when each step is open", async () => {
    const client = await site.visitor();
    await client.press("Send OTP", { phone: site.newPhone() });
    expect(client.page.html).toContain("For your safety a code is good for 10 minutes.");
    await client.press("Verify OTP", { otp: CODE });
    expect(client.page.html).toContain("For your safety this step is open until ");
    await client.press("Delete Account", { reason: "Privacy concerns" });
    await client.press("Delete");
    const pages = client.visits.filter(({ html }) => html.startsWith("<!DOCTYPE"));
    expect(pages.length).toBe(5);
    for (const { html } of pages) {
      const [, help = ""] = html.split("</aside>");
      expect(help).toMatch(/^<div[^>]*><h2[^>]*>Need help\?<\/h2>/);
      expect(help).toMatch(/mailto:[^]*<details[^>]*><summary[^>]*>Words explained</);
    }
  });

  it("makes three calls upstream and ends with a receipt", async () => {
    const phone = site.newPhone();
    const client = await site.visitor();
    expect(client.page.html).toContain("PulseScout");
    await client.press("Send OTP", { phone: `+91 ${phone.slice(0, 5)}-${phone.slice(5)}` });
    expect(client.page.html).toContain("OTP sent successfully to your WhatsApp");
    await client.press("Verify OTP", { otp: "482 913" });
    expect(client.page.html).toContain("Phone number verified successfully");
    await client.press("Delete Account", {
      reason: ["Privacy concerns", "Others"],
      others: "I moved to a city without Scout.",
    });
    expect(client.page.html).toMatch(/<dialog[^>]* open/);
    expect(client.page.html).toContain("Confirm Deletion");
    const receipt = await client.press("Delete");

    expect(receipt.html).toContain("Account Deleted Successfully");
    expect(receipt.headers.get("Clear-Site-Data")).toBe('"storage"');
    expect(receipt.headers.get("Cache-Control")).toBe("no-store");
    const erased = new Date(Date.now() + 90 * DAY_MS).toISOString().slice(0, 10);
    expect(receipt.html).toContain(`<time dateTime="${erased}T`);
    expect(receipt.html).toMatch(/DEL-[0-9A-Z]{4}-[0-9A-Z]{4}/);

    expect(site.upstream.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST ${SEND}`,
      `POST ${VERIFY}`,
      `DELETE ${DELETE}`,
    ]);
    expect(site.bodies(SEND)).toEqual([
      { phone_number: `+91${phone}`, country_short_name: "IN", type: "whatsapp" },
    ]);
    expect(site.bodies(VERIFY)).toEqual([{ sessionId: expect.any(String) as string, otp: CODE }]);
    expect(site.bodies(DELETE)).toEqual([
      { reason: "Privacy concerns,I moved to a city without Scout." },
    ]);
    expect(site.upstream.calls.at(-1)?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(site.upstream.calls.some((call) => call.headers.cookie !== undefined)).toBe(false);

    expect((await client.open(PAGE)).html).toContain("Account Deleted Successfully");
    const calendar = await client.open(`${PAGE}/reminder.ics`);
    expect(calendar.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    expect(calendar.html).toContain(`DTSTART:${erased.replaceAll("-", "")}T`);
    for (const line of calendar.html.split("\r\n")) expect(line.length).toBeLessThanOrEqual(75);
  });

  it("shows no secret in any page, header, URL, log line or readable cookie", async () => {
    const phone = site.newPhone();
    const client = await site.visitor();
    await client.press("Send OTP", { phone });
    site.upstream.set(VERIFY, says(400, { message: `Wrong code 111111 for +91${phone}` }));
    await client.press("Verify OTP", { otp: "111111" });
    site.upstream.set(VERIFY, says(500, { message: `Broken for ${phone}` }));
    await client.press("Verify OTP", { otp: CODE });
    await client.open(PAGE);
    site.upstream.set(VERIFY, json({ action: "login", token: TOKEN }));
    await client.press("Verify OTP", { otp: CODE });
    await client.press("Delete Account", { reason: "Privacy concerns" });
    site.upstream.set(DELETE, says(500, { message: `Cannot delete ${TOKEN}` }));
    await client.press("Delete");
    site.upstream.set(DELETE, json({ message: "Account successfully soft deleted" }));
    await client.open(`${PAGE}.data`);
    await client.open(PAGE);
    await client.press("Delete");
    await client.open(PAGE);
    await client.open("/readyz");
    await client.open("/metrics");

    const cookies = [...client.cookies.values()].flatMap((value) =>
      value.split(/[.%]/).map((part) => Buffer.from(part, "base64url").toString("latin1")),
    );
    const pages = client.visits.flatMap(({ url, headers, html }) => [
      url,
      JSON.stringify([...headers]),
      html,
    ]);
    const hashes = ["sha256", "sha1", "md5"].map((name) =>
      createHash(name).update(`+91${phone}`).digest("hex"),
    );
    const secrets = [phone, phone.slice(0, 9), OTP_SESSION, TOKEN, CODE, "111111", ...hashes];
    const leaks = [...pages, ...site.server.lines, ...cookies].flatMap((text) =>
      secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${text}`),
    );
    expect(leaks).toEqual([]);
    expect(site.upstream.count(DELETE)).toBe(2);
  });
});

describe("the side exits", () => {
  it("says that nobody is registered under the number", async () => {
    site.upstream.set(VERIFY, json({ action: "signup_required" }));
    const client = await site.atCode();
    expect((await client.press("Verify OTP", { otp: CODE })).html).toContain("Account Not Found");
    const home = await client.press("Go to Home");
    expect(new URL(home.url).pathname).toBe("/");
    expect((await client.open(PAGE)).html).toContain("Send OTP");
  });

  it("says how long a deleted account can still be brought back", async () => {
    const deletedAt = new Date(Date.now() - 30 * DAY_MS);
    site.upstream.set(
      SEND,
      json({ warning: { action: "reactivation_available", deleted_at: deletedAt.toISOString() } }),
    );
    const client = await site.visitor();
    const answer = await client.press("Send OTP", { phone: site.newPhone() });
    expect(answer.html).toContain("Account Reactivation");
    expect(answer.html).toMatch(/>60(?:<!-- -->)?<small[^>]*>days remaining/);
    const erased = new Date(deletedAt.getTime() + 90 * DAY_MS).toISOString().slice(0, 10);
    expect(answer.html).toContain(`dateTime="${erased}"`);
    expect((await client.press("Close")).html).toContain("Send OTP");
  });

  it("goes back by Change Number and Back", async () => {
    for (const button of ["Change Number", "Back"]) {
      const client = await site.atCode();
      expect((await client.press(button)).html).toContain("Send OTP");
      expect(client.cookies.has("pulse-deletion")).toBe(false);
    }
  });

  it("returns from the confirmation with the reasons still ticked", async () => {
    const client = await site.atConfirm();
    const reasons = await client.press("Cancel");
    expect(reasons.html).toMatch(/<input[^>]*checked=""[^>]*value="Privacy concerns"/);
    expect(reasons.html.match(/checked=""/g)).toHaveLength(1);
  });
});

describe("the 90 days", () => {
  const plain = (html: string) => html.replace(/<!-- -->|<[^>]*>/g, "").replace(/\s+/g, " ");
  const told =
    /You can come back within 90 days, until \d+ \w+ \d{4}(, \d\d:\d\d)? UTC: log in via the mobile app\. On that day your account and your personal data are permanently deleted\./;

  it("are told in one wording at every step, each date with its zone", async () => {
    const client = await site.atConfirm();
    const confirm = client.page;
    const done = await client.press("Delete");
    const calendar = await client.open(`${PAGE}/reminder.ics`);
    const deletedAt = new Date(Date.now() - 30 * DAY_MS).toISOString();
    site.upstream.set(
      SEND,
      json({ warning: { action: "reactivation_available", deleted_at: deletedAt } }),
    );
    const other = await site.visitor();
    const reactivation = await other.press("Send OTP", { phone: site.newPhone() });
    for (const { html } of [confirm, done, reactivation]) expect(plain(html)).toMatch(told);
    const unfolded = calendar.html.replaceAll("\r\n ", "");
    expect(unfolded.replaceAll("\\,", ",")).toMatch(told);
    // A comma of the text would otherwise end it there.
    expect(/DESCRIPTION:.*/.exec(unfolded)?.[0]).not.toMatch(/[^\\],/);

    const pages = [...client.visits, ...other.visits].map(({ html }) => html);
    const times = pages.flatMap((html) => html.match(/<time[^>]*>.*?<\/time>/g) ?? []).map(plain);
    expect(times.length).toBeGreaterThan(20);
    // The dates of an erasure are UTC; the times of the next minutes are India's without scripts.
    expect(times.filter((time) => !/ (UTC|IST)$/.test(time))).toEqual([]);
    expect(times.filter((time) => /\d{4} IST$/.test(time))).toEqual([]);
    const rule =
      /Immediately.*?inactive.*?Within 90 days.*?log in via the mobile app.*?After 90 days.*?permanently deleted/s;
    for (const path of [PAGE, "/privacyandpolicy-app"]) {
      expect(plain((await other.open(path)).html)).toMatch(rule);
    }
  });
});

describe("the page itself", () => {
  it("weighs under 40 KB with its styles and font, without scripts", async () => {
    const client = await site.atReasons();
    const paths = [...client.page.html.matchAll(/<link[^>]*href="([^"]+\.(?:css|woff2))"/g)].map(
      ([, path = ""]) => path,
    );
    expect(paths.some((path) => path.endsWith(".woff2"))).toBe(true);
    let bytes = 0;
    for (const path of [PAGE, ...new Set(paths)]) bytes += await transferred(path, client);
    expect(bytes).toBeLessThan(40_000);
  });

  it("closes and opens its information without scripts", async () => {
    const client = await site.visitor();
    expect(client.page.html).toContain("What happens to your account");
    await client.open(`${PAGE}?info=closed`);
    expect(client.page.html).toContain("Show Account Deletion Information");
    expect(client.page.html).not.toContain("What happens to your account");
    const answer = await client.press("Send OTP", { phone: site.newPhone() });
    expect(new URL(answer.url).search).toBe("?info=closed");
  });
});

/** Bytes of the body as it is sent, gzip where the server offers it. */
function transferred(path: string, client: FormClient): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "Accept-Encoding": "gzip", Cookie: client.cookieHeader };
    get(site.server.url + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        resolve(Buffer.concat(chunks).length);
      });
    }).on("error", reject);
  });
}
