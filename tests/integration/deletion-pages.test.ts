import { describe, expect, it } from "vitest";
import { pageLoad, pageLoads, submit } from "./browser-form";
import { CODE, PAGE, says, useDeletionSite, VERIFY } from "../support/deletion-site";

const site = useDeletionSite();

const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];

describe("a form that is refused", () => {
  it.each(pageLoads)(
    "leads browsers to a page of its own with the same status: %o",
    async (headers) => {
      const client = await site.visitor();
      const wrong = await submit(client, PAGE, { intent: "send", phone: "90000" }, headers);
      expect([wrong.status, wrong.headers.location]).toEqual([303, `${PAGE}?step=phone`]);
      await client.open(`${PAGE}?step=phone`);
      const reload = await client.open(`${PAGE}?step=phone`);
      for (const page of [client.visits.at(-2) ?? reload, reload]) {
        expect(page.status).toBe(400);
        expect(page.html).toContain("Please enter a valid phone number");
        expect(page.html).toMatch(/<input[^>]*id="phone"[^>]*value="90000"/);
        expect(titleOf(page.html)).toBe("Error: Delete your account | Pulse");
      }
      // Only its own page says so.
      expect((await client.open(PAGE)).status).toBe(200);

      const phone = site.newPhone();
      site.expectCode();
      const step = `${PAGE}?step=phone`;
      const sent = await submit(client, step, { intent: "send", phone }, headers);
      expect([sent.status, sent.headers.location]).toEqual([303, `${PAGE}?step=code`]);
      const code = await client.open(`${PAGE}?step=code`);
      expect([code.status, titleOf(code.html)]).toEqual([
        200,
        "The code: Delete your account | Pulse",
      ]);

      site.upstream.set(VERIFY, says(500));
      const failed = await submit(
        client,
        `${PAGE}?step=code`,
        { intent: "verify", otp: CODE },
        headers,
      );
      expect(failed.status).toBe(303);
      expect((await client.open(`${PAGE}?step=code`)).status).toBe(502);
      const early = await submit(client, `${PAGE}?step=code`, { intent: "resend" }, headers);
      expect(early.status).toBe(303);
      const limited = await client.open(`${PAGE}?step=code`);
      expect([limited.status, limited.headers.has("Retry-After")]).toEqual([429, true]);
      expect(limited.html).toContain("One code a minute can be sent to one number.");
    },
  );

  it("answers every other client at once, as it is", async () => {
    const client = await site.visitor();
    const form = { intent: "send", phone: "90000" };
    // Node's own client names a mode, too.
    const others: Record<string, string>[] = [{}, { "Sec-Fetch-Mode": "cors" }];
    for (const headers of others) {
      const answer = await submit(client, PAGE, form, headers);
      expect(answer.status).toBe(400);
      expect(titleOf(answer.body)).toBe("Error: Delete your account | Pulse");
    }
    const script = { "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty" };
    expect((await submit(client, `${PAGE}.data`, form, script)).status).toBe(400);
  });

  it("keeps what was typed sealed, out of the URL, and for its own visitor", async () => {
    const client = await site.visitor();
    const form = { intent: "send", phone: "98765 secret" };
    const answer = await submit(client, PAGE, form, pageLoad);
    expect(answer.headers.location).not.toContain("secret");
    const set = (answer.headers["set-cookie"] ?? []).filter((one) => one.includes("refusal"));
    expect(set).toEqual([expect.stringMatching(/; Path=\/; HttpOnly; SameSite=Strict$/)]);
    expect(Buffer.from(set.join(), "base64url").toString("latin1")).not.toContain("secret");
    const stranger = await site.visitor();
    expect((await stranger.open(`${PAGE}?step=phone`)).html).not.toContain("secret");
    // The next form ends it.
    await client.press("Send OTP", { phone: "12" });
    expect([...client.cookies.keys()].join()).not.toContain("refusal");
  });

  it("that does not fit a cookie is answered at once: nothing that was typed is lost", async () => {
    const client = await site.atReasons();
    const others = "ह".repeat(3000);
    const answer = await submit(
      client,
      PAGE,
      { intent: "reasons", reason: "Others", others },
      pageLoad,
    );
    expect(answer.status).toBe(400);
    expect(answer.body).toContain(others);
  });

  it("shows the reasons as they were sent", async () => {
    const client = await site.atReasons();
    const others = "x".repeat(301);
    const form = { intent: "reasons", reason: "Others", others };
    expect((await submit(client, PAGE, form, pageLoad)).status).toBe(303);
    const page = await client.open(`${PAGE}?step=reasons`);
    expect(page.status).toBe(400);
    expect(page.html).toContain(others);
  });
});

describe("the step in the URL", () => {
  it("is a hint: it leads back, and nowhere else", async () => {
    const stranger = await site.visitor();
    for (const step of ["code", "reasons", "confirm", "done", "locked", "nonsense"]) {
      const page = await stranger.open(`${PAGE}?step=${step}`);
      expect([page.status, page.html.includes("Send OTP")]).toEqual([200, true]);
    }
    const client = await site.atConfirm();
    const shows = async (step: string) => {
      const { html } = await client.open(`${PAGE}?step=${step}`);
      return /data-place="([\w-]+)"/.exec(html)?.[1];
    };
    expect(await shows("phone")).toBe("phone");
    expect(await shows("code")).toBe("confirm");
    expect(await shows("reasons")).toBe("reasons");
    expect(await shows("done")).toBe("confirm");
    expect(await shows("confirm")).toBe("confirm");
    expect((await client.open(PAGE)).html).toContain("Confirm Deletion");
  });

  it("keeps the closed information closed", async () => {
    const client = await site.visitor();
    const phone = site.newPhone();
    const path = `${PAGE}?info=closed&step=phone`;
    const answer = await submit(client, path, { intent: "send", phone }, pageLoad);
    expect(answer.headers.location).toBe(`${PAGE}?info=closed&step=code`);
  });

  it("is kept by browsers for going back where it says nothing of anybody, and nowhere else", async () => {
    const client = await site.visitor();
    expect(client.page.headers.get("Cache-Control")).toBe("private, no-cache");
    const code = await site.atCode();
    for (const path of [PAGE, `${PAGE}?step=phone`]) {
      expect((await code.open(path)).headers.get("Cache-Control")).toBe("no-store");
    }
  });
});
