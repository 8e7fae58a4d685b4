import { expect, it } from "vitest";
import { startBuiltServer } from "../support/built-server";
import type { Behaviour } from "../support/faulty-upstream";
import { FormClient, type Visit } from "../support/form-client";
import { attribute, parseHtml } from "./html-document";
import { ACCESS_KEY, SUBMIT, useSharedSite } from "./shared-site";

const PAGE = "/contactus?audience=individual";
const SENT = "Form Submitted Successfully";
const WRONG = "Something went wrong.";

const INPUT = {
  first_name: 'Meera "M"',
  last_name: "<Iyer>",
  email: "meera@example.com",
  message: "Line one\nline & two",
};

const site = useSharedSite();

async function visitor(): Promise<FormClient> {
  const client = site.newVisitor();
  await client.open(PAGE);
  return client;
}

const sendForm = async (fields: Partial<typeof INPUT> = INPUT) =>
  (await visitor()).press("Send", fields);

const statusText = ({ html }: Visit) => /<output[^>]*>(.*?)<\/output>/s.exec(html)?.[1];

/** The fields of the multipart body that the service received. */
function submittedFields(): Record<string, string> {
  const call = site.upstream.calls.find(({ path }) => path === SUBMIT);
  const boundary = /boundary=(.+)$/.exec(call?.headers["content-type"] ?? "")?.[1];
  const parts = call?.body.split(`--${boundary}`).slice(1, -1) ?? [];
  return Object.fromEntries(
    parts.map((part) => {
      const [, name = "", value = ""] = /name="([^"]*)"\r\n\r\n(.*)\r\n$/s.exec(part) ?? [];
      return [name, value];
    }),
  );
}

function expectInputKept({ html }: Visit) {
  expect(html).toContain('value="Meera &quot;M&quot;"');
  expect(html).toContain('value="&lt;Iyer&gt;"');
  expect(html).toContain('value="meera@example.com"');
  expect(html.replaceAll("\r", "")).toContain("Line one\nline &amp; two</textarea>");
}

it("a message reaches the service once, as form data with the access key, and is confirmed once", async () => {
  const client = await visitor();
  const page = await client.press("Send", INPUT);
  expect(page.status).toBe(200);
  expect(new URL(page.url).pathname + new URL(page.url).search).toBe(PAGE);
  expect(statusText(page)).toBe(SENT);
  expect(page.html).not.toContain("meera@example.com");
  expect(site.upstream.count(SUBMIT)).toBe(1);
  const { message = "", ...rest } = submittedFields();
  const sent = { ...rest, message: message.replaceAll("\r\n", "\n") };
  expect(sent).toEqual({ access_key: ACCESS_KEY, ...INPUT });
  expect(statusText(await client.open(PAGE))).toBe("");
});

it("a message is sent once per visitor, however often Send is pressed before the response", async () => {
  const press = (client: FormClient) =>
    client.send("POST", PAGE, new URLSearchParams(INPUT), { "Upgrade-Insecure-Requests": "1" });
  const [first, other] = [await visitor(), await visitor()];
  const presses = [...(await Promise.all([press(first), press(first)])), await press(first)];
  expect(presses.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(site.upstream.count(SUBMIT)).toBe(1);
  await press(other);
  expect(site.upstream.count(SUBMIT)).toBe(2);
  // After the confirmation was shown, the same text counts as a new message.
  expect(statusText(await first.open(PAGE))).toBe(SENT);
  await press(first);
  expect(site.upstream.count(SUBMIT)).toBe(3);
});

it("a message without a required field is not sent; each problem is linked and the input is kept", async () => {
  // This URL has no `audience`, unlike PAGE.
  const body = new URLSearchParams({ last_name: "<Iyer>", email: "meera@" });
  const page = await site.newVisitor().send("POST", "/contactus", body);
  expect(page.status).toBe(400);
  expect(site.upstream.count(SUBMIT)).toBe(0);
  const problemLinks = [...page.html.matchAll(/<a [^>]*href="#contact-(\w+)"[^>]*>([^<]+)<\/a>/g)];
  expect(problemLinks.map(([, field]) => field)).toEqual(["first_name", "email", "message"]);
  expect(problemLinks.map(([, , text]) => text)[0]).toBe("First name is required.");
  for (const [, field] of problemLinks) {
    expect(page.html).toContain(`aria-describedby="contact-${field}-problem"`);
  }
  expect(page.html).toContain('value="&lt;Iyer&gt;"');
  expect(page.html).toContain('value="meera@"');
});

it("a message with the hidden field filled in is not sent; the page asks again and keeps the input", async () => {
  const client = await visitor();
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const page = await client.press("Send", { ...INPUT, detour: "https://spam.example" });
    expect(page.status).toBe(400);
    expect(page.html).toContain("Nothing is sent yet.");
    expect(page.html).not.toContain("spam.example");
    expectInputKept(page);
  }
  expect(site.upstream.count(SUBMIT)).toBe(0);
  expect(statusText(await client.press("Send", INPUT))).toBe(SENT);
  expect(site.upstream.count(SUBMIT)).toBe(1);
});

it("the form has a hidden field that no browser fills in automatically", async () => {
  const page = await parseHtml((await visitor()).page.html);
  const trap = page.querySelector("[aria-hidden] input");
  const attributes = ["tabindex", "autocomplete", "name"].map((name) => attribute(trap, name));
  // The name resembles no personal data that a browser could fill in.
  expect(attributes).toEqual(["-1", "off", "detour"]);
});

it.each<[Behaviour, string]>([
  [{ kind: "json", json: { success: false, message: "No spam, please" } }, "No spam, please"],
  [{ kind: "json", json: { success: false } }, WRONG],
  [{ kind: "status", status: 422, json: { message: "Bad mail" } }, "Bad mail"],
  [{ kind: "status", status: 401, json: { message: `Key ${ACCESS_KEY}` } }, "Key •••"],
  [{ kind: "html" }, WRONG],
])("an answer of %j shows '%s', and the form keeps its input", async (behaviour, message) => {
  site.upstream.set(SUBMIT, behaviour);
  const page = await sendForm();
  expect(page.status).toBe(502);
  expect(statusText(page)).toBe(message);
  expectInputKept(page);
});

const exactTime = ({ html }: Visit) => /<time dateTime="([^"]+)"/i.exec(html)?.[1];

it("five messages an hour are sent from an address; the sixth is refused with a time that a reload does not change", async () => {
  const client = await visitor();
  const form = new URLSearchParams(INPUT);
  for (let count = 0; count < 5; count += 1) {
    expect((await client.send("POST", PAGE, form)).status).toBe(303);
  }
  const refused = await client.send("POST", PAGE, form);
  expect(refused.html).toContain("Five messages an hour can be sent from your network.");
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_500);
  expectInputKept(refused);
  const reloaded = await client.open(PAGE);
  for (const page of [refused, reloaded]) {
    expect([page.status, page.headers.has("Retry-After")]).toEqual([429, true]);
  }
  expect(exactTime(reloaded)).toBe(exactTime(refused));
  expect(site.upstream.count(SUBMIT)).toBe(5);
  expect((await client.open("/contactus")).status).toBe(200);
  expect((await sendForm()).status).toBe(200);
});

it("the limit of five messages an hour counts messages that may have arrived, not those that the service or the form refused", async () => {
  const client = await visitor();
  const post = async (fields = INPUT) =>
    (await client.send("POST", PAGE, new URLSearchParams(fields))).status;
  site.upstream.set(SUBMIT, { kind: "json", json: { success: false, message: "Not now" } });
  for (let count = 0; count < 6; count += 1) expect(await post()).toBe(502);
  site.upstream.set(SUBMIT, { kind: "html" });
  for (let count = 0; count < 5; count += 1) {
    expect(await post({ ...INPUT, email: "nonsense" })).toBe(400);
    expect(await post()).toBe(502);
  }
  expect(await post()).toBe(429);
  expect(site.upstream.count(SUBMIT)).toBe(11);
});

it("a network can make at most twenty attempts an hour, whatever their outcome", async () => {
  site.upstream.set(SUBMIT, { kind: "status", status: 422, json: { message: "Bad mail" } });
  const client = await visitor();
  const form = new URLSearchParams({ ...INPUT, email: "info@münchen.de" });
  for (let count = 0; count < 20; count += 1) {
    expect((await client.send("POST", PAGE, form)).status).toBe(502);
  }
  expect(submittedFields().email).toBe("info@xn--mnchen-3ya.de");
  for (const page of [await client.send("POST", PAGE, form), await client.open(PAGE)]) {
    expect([page.status, page.headers.has("Retry-After")]).toEqual([429, true]);
    expect(page.html).toContain("Twenty tries an hour can be made from your network.");
  }
  expect(site.upstream.count(SUBMIT)).toBe(20);
});

it("in production without a contact form service, the page shows the mailbox instead of the form", async () => {
  const server = await startBuiltServer({
    env: {
      ...site.upstream.settings,
      APP_ENV: "production",
      SESSION_SECRET: "a secret that is only for this one test",
      SITE_URL: "http://localhost:3000",
      CONTACT_EMAIL: "road@pulse.example",
    },
  });
  const page = await new FormClient(server.url).open(PAGE);
  await server.kill();
  expect(page.status).toBe(200);
  expect(page.html).toContain('href="mailto:road@pulse.example"');
  expect(page.html).toContain("Book a Quick Call");
  expect(page.html).not.toContain("<textarea");
});
