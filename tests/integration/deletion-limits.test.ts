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

const site = useDeletionSite();

describe("limits", () => {
  it("send nothing for a minute, and name the same time after a reload", async () => {
    const phone = site.newPhone();
    await site.atCode(phone);
    const client = await site.visitor();
    const answer = await client.press("Send OTP", { phone: `0${phone}` });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(50);
    expect(site.upstream.count(SEND)).toBe(1);
    const time = /<time[^>]*>([^<]* IST)<\/time>/.exec(answer.html)?.[1];
    expect(answer.html).toMatch(/You can ask for the next code at/);
    const reload = await client.open(PAGE);
    expect(reload.status).toBe(429);
    expect(reload.headers.has("Retry-After")).toBe(true);
    expect(reload.html).toContain(String(time));
    // Another number is not held up.
    site.healthy();
    expect((await client.press("Send OTP", { phone: site.newPhone() })).status).toBe(200);
  });

  it("keep the code that was sent when Resend OTP is pressed too early", async () => {
    const client = await site.atCode();
    const answer = await client.press("Resend OTP");
    expect(answer.status).toBe(429);
    expect(answer.html).toContain("Verify OTP");
    expect((await client.press("Verify OTP", { otp: CODE })).status).toBe(200);
    expect(site.upstream.count(SEND)).toBe(1);
  });

  it("end the OTP session with the fifth wrong code", async () => {
    site.upstream.set(VERIFY, says(400, { message: "Invalid OTP" }));
    const client = await site.atCode();
    const code = client.page;
    for (let wrong = 1; wrong <= 5; wrong += 1) {
      client.visits.push(code);
      const answer = await client.press("Verify OTP", { otp: "000000" });
      expect(answer.status).toBe(wrong < 5 ? 400 : 429);
    }
    expect(client.page.headers.has("Retry-After")).toBe(true);
    expect(client.page.html).toContain("Five wrong codes ended this session.");
    expect(client.page.html).toContain("Send OTP");
    site.healthy();
    client.visits.push(code);
    expect((await client.press("Verify OTP", { otp: CODE })).status).toBe(429);
    expect(site.upstream.count(VERIFY)).toBe(0);
    const reload = await client.open(PAGE);
    expect([reload.status, reload.headers.has("Retry-After")]).toEqual([429, true]);
    expect(reload.html).toContain("Five wrong codes ended this session.");
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

  it("is none when it is tampered with, and after the deletion also when it is played again", async () => {
    const client = await site.atConfirm();
    const confirm = client.page;
    const sealed = client.cookies.get("pulse-deletion") ?? "";
    const middle = Math.floor(sealed.length / 2);
    const other = sealed[middle] === "A" ? "B" : "A";
    client.cookies.set(
      "pulse-deletion",
      sealed.slice(0, middle) + other + sealed.slice(middle + 1),
    );
    expect((await client.open(PAGE)).html).toContain("Send OTP");
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

  it("deletes once however often the button is pressed", async () => {
    site.upstream.set(DELETE, json({ message: "Account deleted successfully" }, 200));
    const client = await site.atConfirm();
    const idempotencyKey =
      /name="idempotencyKey" value="([^"]+)"/.exec(client.page.html)?.[1] ?? "";
    const presses = await Promise.all(
      Array.from({ length: 5 }, () =>
        client.send("POST", PAGE, new URLSearchParams({ intent: "delete", idempotencyKey })),
      ),
    );
    expect(presses.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    expect(site.upstream.count(DELETE)).toBe(1);
    expect((await client.open(PAGE)).html).toContain("Account Deleted Successfully");
    // The button of a second tab that still shows the confirmation.
    await client.send("POST", PAGE, new URLSearchParams({ intent: "delete" }));
    expect((await client.open(PAGE)).html).toContain("Account Deleted Successfully");
    expect(site.upstream.count(DELETE)).toBe(1);
  });

  it("shows the step the person is on to every deep link and every form of another step", async () => {
    const client = await site.atReasons();
    for (const intent of ["delete", "verify", "resend", "cancel", "nonsense"]) {
      const answer = await client.send("POST", PAGE, new URLSearchParams({ intent, otp: CODE }));
      expect([answer.status, answer.headers.get("Location")]).toEqual([303, PAGE]);
    }
    expect((await client.open(`${PAGE}/`)).html).toContain("Why are you leaving?");
    expect(site.upstream.count(VERIFY) + site.upstream.count(SEND)).toBe(2);
    const stranger = await site.visitor();
    const answer = await stranger.send("POST", PAGE, new URLSearchParams({ intent: "delete" }));
    expect(answer.status).toBe(409);
    expect(answer.html).toContain("Your session ended before this was sent. Nothing was deleted.");
    expect(site.upstream.count(DELETE)).toBe(0);
  });

  it("answers a body that is no form like one that asks for nothing", async () => {
    const response = await fetch(site.server.url + PAGE, {
      method: "POST",
      redirect: "manual",
      headers: { "Content-Type": "application/json" },
      body: "{}",
    });
    expect(response.status).toBe(303);
  });
});
