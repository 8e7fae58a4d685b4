import { createHash, randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import {
  CODE,
  DELETE,
  json,
  OTP_SESSION,
  PAGE,
  respondWith,
  SEND,
  TOKEN,
  VERIFY,
} from "../support/deletion-site";
import { METRICS_TOKEN, useSharedSite } from "./shared-site";

const DAY_MS = 86_400_000;

const site = useSharedSite();

it("a deletion makes three upstream calls and ends with a receipt and a calendar file", async () => {
  const phone = site.newPhone();
  const client = await site.atPhone();
  expect(client.page.html).toContain("PulseScout");
  await client.press("Send OTP", { phone: `+91 ${phone.slice(0, 5)}-${phone.slice(5)}` });
  expect(client.page.html).toContain("OTP sent successfully to your WhatsApp");
  await client.press("Verify OTP", { otp: "482 913" });
  expect(client.page.html).toContain("Phone number verified successfully");
  const others = "I moved to a city without Scout.";
  await client.press("Delete Account", { reason: ["Privacy concerns", "Others"], others });
  expect(client.page.html).toMatch(/<dialog[^>]* open/);
  expect(client.page.html).toContain("Confirm Deletion");
  const receipt = await client.press("Delete");

  expect(receipt.html).toContain("Account Deleted Successfully");
  expect(receipt.headers.get("Clear-Site-Data")).toBe('"storage"');
  expect(receipt.headers.get("Cache-Control")).toBe("no-store");
  const erasureDay = new Date(Date.now() + 90 * DAY_MS).toISOString().slice(0, 10);
  expect(receipt.html).toContain(`<time dateTime="${erasureDay}T`);
  expect(receipt.html).toMatch(/DEL-[0-9A-Z]{4}-[0-9A-Z]{4}/);

  const calls = site.upstream.calls.filter(({ path }) => path.startsWith("/auth/"));
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `POST ${SEND}`,
    `POST ${VERIFY}`,
    `DELETE ${DELETE}`,
  ]);
  expect(calls.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { phone_number: `+91${phone}`, country_short_name: "IN", type: "whatsapp" },
    { sessionId: expect.stringContaining(OTP_SESSION) as string, otp: CODE },
    { reason: `Privacy concerns,${others}` },
  ]);
  const authorizations = calls.map(({ headers }) => headers.authorization);
  expect(authorizations).toEqual([undefined, undefined, `Bearer ${TOKEN}`]);
  expect(calls.filter(({ headers }) => headers.cookie !== undefined)).toEqual([]);

  const { html } = await client.open(PAGE);
  expect(html).toContain("Account Deleted Successfully");
  const link = /href="([^"]+reminder\.ics\?[^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
  const stranger = site.newVisitor();
  for (const calendar of [
    await client.open(`${PAGE}/reminder.ics`),
    // The link on the receipt works without the session.
    await stranger.open(String(link)),
  ]) {
    expect(calendar.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    expect(calendar.html).toContain(`DTSTART:${erasureDay.replaceAll("-", "")}T`);
  }
  const forged = String(link).replace(/deleted=\d/, "deleted=9");
  expect((await stranger.open(forged)).status).toBe(404);
});

it("every page has its help in the same place, and each step shows when it expires", async () => {
  const client = await site.atCode();
  expect(client.page.html).toContain("For your safety a code is good for 10 minutes.");
  await client.press("Verify OTP", { otp: CODE });
  expect(client.page.html).toContain("For your safety this step is open until ");
  await client.press("Delete Account", { reason: "Privacy concerns" });
  await client.press("Delete");
  const pages = client.visits.filter(({ html }) => html.startsWith("<!DOCTYPE"));
  expect(pages).toHaveLength(5);
  for (const { html } of pages) {
    const [, help = ""] = html.split("</aside></details>");
    expect(help).toMatch(/^<div[^>]*><h2[^>]*>Need help\?<\/h2>/);
    expect(help).toMatch(/mailto:[^]*<details[^>]*><summary[^>]*>Words explained</);
  }
});

it("no secret is in any page, header, URL, log line or readable cookie", async () => {
  const phone = site.newPhone();
  const client = await site.atCode(phone);
  site.upstream.set(VERIFY, respondWith(400, { message: `Wrong code 111111 for +91${phone}` }));
  await client.press("Verify OTP", { otp: "111111" });
  site.upstream.set(VERIFY, respondWith(500, { message: `Broken for ${phone}` }));
  await client.press("Verify OTP", { otp: CODE });
  await client.open(PAGE);
  site.healthy();
  await client.press("Verify OTP", { otp: CODE });
  await client.press("Delete Account", { reason: "Privacy concerns" });
  site.upstream.set(DELETE, respondWith(500, { message: `Cannot delete ${TOKEN}` }));
  await client.press("Delete");
  site.healthy();
  await client.open(`${PAGE}.data`);
  await client.open(PAGE);
  await client.press("Delete");
  expect((await client.open(PAGE)).html).toContain("Account Deleted Successfully");
  await client.open("/readyz");
  const authorization = `Bearer ${METRICS_TOKEN}`;
  const metrics = await fetch(`${site.server.url}/metrics`, { headers: { authorization } });

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
  // Ids are random: some contain the same six digits as a code.
  const lines = site.server.lines.map((line) => line.replaceAll(/"\w+Id":"[\da-f]+"/g, ""));
  const texts = [...pages, ...lines, ...cookies, await metrics.text()];
  const leaks = texts.flatMap((text) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${text}`),
  );
  expect(leaks).toEqual([]);
});

it("a number that is not registered leads to 'Account Not Found', whose button leads to the home page", async () => {
  site.upstream.set(VERIFY, json({ action: "signup_required" }));
  const client = await site.atCode();
  expect((await client.press("Verify OTP", { otp: CODE })).html).toContain("Account Not Found");
  const home = await client.press("Go to Home");
  expect(new URL(home.url).pathname).toBe("/");
  expect((await client.open(PAGE)).html).toContain("Send OTP");
});

it("the number of a deleted account leads to a page that shows how long it can be reactivated", async () => {
  const deletedAt = new Date(Date.now() - 30 * DAY_MS);
  const client = await site.atPhone();
  site.upstream.set(
    SEND,
    json({ warning: { action: "reactivation_available", deleted_at: deletedAt.toISOString() } }),
  );
  const answer = await client.press("Send OTP", { phone: site.newPhone() });
  expect(answer.html).toContain("Account Reactivation");
  expect(answer.html).toMatch(/>60(?:<!-- -->)?<small[^>]*>days remaining/);
  const erasureDay = new Date(deletedAt.getTime() + 90 * DAY_MS).toISOString().slice(0, 10);
  expect(answer.html).toContain(`dateTime="${erasureDay}"`);
  expect((await client.press("Close")).html).toContain("Send OTP");
});

it.each(["Change Number", "Back"])("'%s' ends the session and shows step 1", async (button) => {
  const client = await site.atCode();
  expect((await client.press(button)).html).toContain("Send OTP");
  expect(client.cookies.has("pulse-deletion")).toBe(false);
});

it("a token that is too long for the session leads to the mailbox, and nothing is deleted", async () => {
  const token = randomBytes(3000).toString("base64url");
  const client = await site.atCode();
  site.upstream.set(VERIFY, json({ action: "login", token }));
  const answer = await client.press("Verify OTP", { otp: CODE });
  expect(answer.status).toBe(502);
  expect(answer.html).toContain("Your account cannot be deleted here right now");
  expect(answer.html).toMatch(/Please write to(?:<!-- -->)? <a [^>]*href="mailto:/);
  expect((await client.open(PAGE)).html).toContain("Send OTP");
  expect(site.upstream.count(DELETE)).toBe(0);
});
