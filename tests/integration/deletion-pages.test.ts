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
      const early = await submit(client, `${PAGE}?step=code`, { intent: "resend" }, headers);
      expect(early.status).toBe(303);
      const limited = await client.open(`${PAGE}?step=code`);
      expect([limited.status, limited.headers.has("Retry-After")]).toEqual([429, true]);
    },
  );

  it("is answered directly for other clients, and when no cookie can hold what was typed", async () => {
    const client = await site.atPhone();
    const form = { intent: "send", phone: "90000" };
    // Node's own client names a mode, too.
    for (const headers of [{}, { "Sec-Fetch-Mode": "cors" }] as Record<string, string>[]) {
      expect((await submit(client, PAGE, form, headers)).status).toBe(400);
    }
    const script = { "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty" };
    expect((await submit(client, `${PAGE}.data`, form, script)).status).toBe(400);

    const others = "ह".repeat(3000);
    const reasons = { intent: "reasons", reason: "Others", others };
    const answer = await submit(await site.atReasons(), PAGE, reasons, pageLoad);
    expect(answer.status).toBe(400);
    expect(answer.body).toContain(others);
  });

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

describe("the step in the URL", () => {
  it("leads back, and never past the step that the session has reached", async () => {
    const stranger = await site.atPhone();
    const client = await site.atConfirm();
    const shows = async (person: typeof client, step: string) => {
      const { html } = await person.open(`${PAGE}?step=${step}`);
      return /data-place="([\w-]+)"/.exec(html)?.[1];
    };
    for (const step of ["confirm", "done", "nonsense"]) {
      expect(await shows(stranger, step)).toBe("phone");
      expect(await shows(client, step)).toBe("confirm");
    }
    for (const step of ["phone", "reasons"]) expect(await shows(client, step)).toBe(step);
  });

  it("may be stored by the browser alone, and only while the page shows nothing personal", async () => {
    const cacheControl = { none: "private, no-cache", some: "no-store" };
    const stranger = await site.atPhone();
    expect(stranger.page.headers.get("Cache-Control")).toBe(cacheControl.none);
    const client = await site.atCode();
    for (const path of [PAGE, `${PAGE}?step=phone`]) {
      expect((await client.open(path)).headers.get("Cache-Control")).toBe(cacheControl.some);
    }
  });
});

it("the closed information stays closed over a form, without scripts", async () => {
  const client = await site.atPhone();
  expect(client.page.html).toContain("What happens to your account");
  await client.open(`${PAGE}?info=closed`);
  expect(client.page.html).toContain("Show Account Deletion Information");
  expect(client.page.html).not.toContain("What happens to your account");
  const path = `${PAGE}?info=closed&step=phone`;
  const answer = await submit(client, path, { intent: "send", phone: site.newPhone() }, pageLoad);
  expect(answer.headers.location).toBe(`${PAGE}?info=closed&step=code`);
});
