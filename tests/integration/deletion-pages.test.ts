import { describe, expect, it } from "vitest";
import { PAGE } from "../support/deletion-site";
import { pageLoad, pageLoads, submit } from "./browser-form";
import { useSharedSite } from "./shared-site";

const site = useSharedSite();

const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];

describe("a form that is refused", () => {
  it.each(pageLoads)(
    "redirects browsers to a page of its own with the same status: %o",
    async (headers) => {
      const client = await site.atPhone();
      const wrong = await submit(client, PAGE, { intent: "send", phone: "90000" }, headers);
      expect([wrong.status, wrong.headers.location]).toEqual([303, `${PAGE}?step=phone`]);
      for (let load = 0; load < 2; load += 1) {
        const page = await client.open(`${PAGE}?step=phone`);
        expect(page.status).toBe(400);
        expect(page.html).toContain("Please enter a valid phone number");
        expect(page.html).toMatch(/<input[^>]*id="phone"[^>]*value="90000"/);
        expect(titleOf(page.html)).toBe("Error: Delete your account | Pulse");
      }
      expect((await client.open(PAGE)).status).toBe(200);

      const fields = { intent: "send", phone: site.newPhone() };
      const sent = await submit(client, `${PAGE}?step=phone`, fields, headers);
      expect([sent.status, sent.headers.location]).toEqual([303, `${PAGE}?step=code`]);
      const code = await client.open(`${PAGE}?step=code`);
      expect(titleOf(code.html)).toBe("The code: Delete your account | Pulse");
      const [, session = ""] = /name="session" value="([^"]+)"/.exec(code.html) ?? [];
      const resend = { intent: "resend", session };
      const early = await submit(client, `${PAGE}?step=code`, resend, headers);
      expect(early.status).toBe(303);
      const limited = await client.open(`${PAGE}?step=code`);
      expect([limited.status, limited.headers.has("Retry-After")]).toEqual([429, true]);
    },
  );

  it("keeps what was typed in a sealed cookie, not in the URL", async () => {
    const client = await site.atPhone();
    const form = { intent: "send", phone: "98765 secret" };
    const answer = await submit(client, PAGE, form, pageLoad);
    expect(answer.headers.location).not.toContain("secret");
    const set = (answer.headers["set-cookie"] ?? []).filter((one) => one.includes("refusal"));
    expect(set).toEqual([expect.stringMatching(/; Path=\/; HttpOnly; SameSite=Strict$/)]);
    expect(Buffer.from(set.join(), "base64url").toString("latin1")).not.toContain("secret");
    const stranger = await site.atPhone();
    expect((await stranger.open(`${PAGE}?step=phone`)).html).not.toContain("secret");
  });
});
