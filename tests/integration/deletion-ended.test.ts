import { describe, expect, it } from "vitest";
import { pageLoad, submit } from "./browser-form";
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
import type { FormClient } from "../support/form-client";

const site = useDeletionSite({ UPSTREAM_TIMEOUT_MS: "2000" });

const ENDED = "Your session ended before this was sent.";
const NOTHING = `${ENDED} Nothing was deleted.`;
const MAYBE = "Your account may be deleted all the same";

describe("a form that comes after its session has ended", () => {
  it.each(["verify", "resend", "reasons", "cancel", "delete"])("says so: %s", async (intent) => {
    const client = await site.visitor();
    const fields = { intent, otp: CODE, reason: "Privacy concerns" };
    const direct = await submit(client, PAGE, fields, {});
    expect(direct.status).toBe(409);
    expect(direct.body).toContain(NOTHING);
    expect(direct.body).toContain("Send OTP");
    const browser = await submit(client, PAGE, fields, pageLoad);
    expect(browser.headers.location).toBe(`${PAGE}?step=phone`);
    expect((await client.open(`${PAGE}?step=phone`)).html).toContain(NOTHING);
    expect(site.upstream.calls).toEqual([]);
  });

  it("promises nothing to whose Delete was sent before, by the same button or with a lost answer", async () => {
    const client = await site.atConfirm();
    const confirm = client.page;
    await client.press("Delete");
    client.cookies.clear();
    client.visits.push(confirm);
    const again = await client.press("Delete");
    expect(again.status).toBe(409);
    expect(again.html).toContain(ENDED);
    expect(again.html).toContain(MAYBE);
    expect(again.html).not.toContain("Nothing was deleted");

    const lost = await site.atConfirm();
    site.upstream.set(DELETE, { kind: "stall" });
    const answer = await lost.press("Delete");
    const reference = /DEL-\w{4}-\w{4}/.exec(answer.html)?.[0] ?? "none";
    for (const button of ["Delete", "Cancel"]) {
      lost.cookies.clear();
      lost.visits.push(answer);
      const { html } = await lost.press(button);
      expect(html).toContain(MAYBE);
      expect(html).toContain(reference);
    }
  });

  it("says that nothing was deleted where the API has refused it", async () => {
    const client = await site.atConfirm();
    const confirm = client.page;
    site.upstream.set(DELETE, says(400, { message: "No" }));
    await client.press("Delete");
    client.cookies.clear();
    client.visits.push(confirm);
    expect((await client.press("Delete")).html).toContain(NOTHING);
  });

  it("repeats no reference number that the site cannot have given", async () => {
    const client = await site.visitor();
    const lost = "DEL-<b>pay here</b>";
    const { body } = await submit(client, PAGE, { intent: "delete", lost }, {});
    expect(body).toContain(NOTHING);
    expect(body).not.toContain("pay here");
  });
});

describe("the way back to the first step", () => {
  const copyOf = async (client: FormClient) => {
    const copy = await site.visitor();
    for (const [name, value] of client.cookies) copy.cookies.set(name, value);
    return copy;
  };

  it.each([
    ["Account Not Found", () => site.upstream.set(VERIFY, json({ action: "signup_required" }))],
    [
      "Account Reactivation",
      () => site.upstream.set(SEND, json({ warning: { action: "reactivation_available" } })),
    ],
  ])("is there at %s, and ends the session for every copy", async (title, prepare) => {
    const client = await site.visitor();
    site.expectCode();
    prepare();
    await client.press("Send OTP", { phone: site.newPhone() });
    if (!client.page.html.includes(title)) await client.press("Verify OTP", { otp: CODE });
    const copy = await copyOf(client);
    expect((await copy.open(PAGE)).html).toContain(title);
    expect((await client.press("Use another number")).html).toContain("Send OTP");
    expect(client.cookies.has("pulse-deletion")).toBe(false);
    expect((await copy.open(PAGE)).html).toContain("Send OTP");
  });

  it("is there at the receipt, which its owner can show again and nobody else", async () => {
    const client = await site.atConfirm();
    const done = await client.press("Delete");
    const reference = /DEL-\w{4}-\w{4}/.exec(done.html)?.[0] ?? "none";
    const copy = await copyOf(client);
    const first = await client.press("Use another number");
    expect(first.html).toContain("Send OTP");
    expect(first.html).toContain(reference);
    expect((await copy.open(PAGE)).html).not.toContain(reference);
    expect((await copy.open(`${PAGE}?step=done`)).html).not.toContain(reference);
    expect((await copy.open(`${PAGE}/reminder.ics`)).status).toBe(404);
    const shown = await client.open(`${PAGE}?step=done`);
    expect(shown.html).toContain("Account Deleted Successfully");
    expect((await client.open(`${PAGE}/reminder.ics`)).status).toBe(200);
    // A limit takes nothing away.
    const busy = site.newPhone();
    await site.atCode(busy);
    const limited = await client.send(
      "POST",
      PAGE,
      new URLSearchParams({ intent: "send", phone: busy }),
    );
    expect(limited.status).toBe(429);
    expect((await client.open(PAGE)).html).toContain(reference);
    const next = site.newPhone();
    site.expectCode();
    await client.send("POST", PAGE, new URLSearchParams({ intent: "send", phone: next }));
    expect((await client.open(PAGE)).html).toContain("Verify OTP");
    expect(site.upstream.count(DELETE)).toBe(1);
  });
});

describe("the tries that are left", () => {
  it("are what the limits know, also of tries that were answered by faults", async () => {
    const client = await site.atCode();
    const left = async () =>
      /You have (\d+)(?:<!-- -->)? tr/.exec((await client.open(PAGE)).html)?.[1];
    expect(await left()).toBe("5");
    site.upstream.set(VERIFY, says(400, { message: "Invalid OTP" }));
    for (const expected of ["4", "3", "2", "1"]) {
      await client.press("Verify OTP", { otp: "000000" });
      expect(await left()).toBe(expected);
    }
  });
});
