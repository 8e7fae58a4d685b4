import { expect, it } from "vitest";
import { startBuiltServer } from "../support/built-server";
import type { Behaviour } from "../support/faulty-upstream";
import { FormClient, type Visit } from "../support/form-client";
import { attribute, parseHtml } from "./html-document";
import { ACCESS_KEY, SUBMIT, useSharedSite } from "./shared-site";

const PAGE = "/contactus?audience=individual";
const SENT = "Form Submitted Successfully";
const WRONG = "Something went wrong.";

const typed = {
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

const sendForm = async (fields: Partial<typeof typed> = typed) =>
  (await visitor()).press("Send", fields);

const statusText = ({ html }: Visit) => /<output[^>]*>(.*?)<\/output>/s.exec(html)?.[1];

/** The parts of the multipart body that the service got. */
function submitted(): Record<string, string> {
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

function expectNothingLost({ html }: Visit) {
  expect(html).toContain('value="Meera &quot;M&quot;"');
  expect(html).toContain('value="&lt;Iyer&gt;"');
  expect(html).toContain('value="meera@example.com"');
  expect(html.replaceAll("\r", "")).toContain("Line one\nline &amp; two</textarea>");
}

it("a message reaches the service once, as form data with the access key, and is confirmed once", async () => {
  const client = await visitor();
  const page = await client.press("Send", typed);
  expect(page.status).toBe(200);
  expect(new URL(page.url).pathname + new URL(page.url).search).toBe(PAGE);
  expect(statusText(page)).toBe(SENT);
  expect(page.html).not.toContain("meera@example.com");
  expect(site.upstream.count(SUBMIT)).toBe(1);
  const { message = "", ...rest } = submitted();
  const sent = { ...rest, message: message.replaceAll("\r\n", "\n") };
  expect(sent).toEqual({ access_key: ACCESS_KEY, ...typed });
  expect(statusText(await client.open(PAGE))).toBe("");
});

it("a message is one however often Send is pressed before its page comes, and another of another person", async () => {
  const press = (client: FormClient) =>
    client.send("POST", PAGE, new URLSearchParams(typed), { "Upgrade-Insecure-Requests": "1" });
  const [one, other] = [await visitor(), await visitor()];
  const presses = [...(await Promise.all([press(one), press(one)])), await press(one)];
  expect(presses.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(site.upstream.count(SUBMIT)).toBe(1);
  await press(other);
  expect(site.upstream.count(SUBMIT)).toBe(2);
  // Who has seen that it arrived means another one.
  expect(statusText(await one.open(PAGE))).toBe(SENT);
  await press(one);
  expect(site.upstream.count(SUBMIT)).toBe(3);
});

it("a message is not sent without a required field; each problem is linked, and what was typed is kept", async () => {
  // Also without an audience, which the address names otherwise.
  const body = new URLSearchParams({ last_name: "<Iyer>", email: "meera@" });
  const page = await site.newVisitor().send("POST", "/contactus", body);
  expect(page.status).toBe(400);
  expect(site.upstream.count(SUBMIT)).toBe(0);
  const linked = [...page.html.matchAll(/<a [^>]*href="#contact-(\w+)"[^>]*>([^<]+)<\/a>/g)];
  expect(linked.map(([, field]) => field)).toEqual(["first_name", "email", "message"]);
  expect(linked.map(([, , words]) => words)[0]).toBe("First name is required.");
  for (const [, field] of linked) {
    expect(page.html).toContain(`aria-describedby="contact-${field}-problem"`);
  }
  expect(page.html).toContain('value="&lt;Iyer&gt;"');
  expect(page.html).toContain('value="meera@"');
});

it("a message is not sent with the hidden field filled in; the page asks again and keeps what was typed", async () => {
  const client = await visitor();
  for (let press = 0; press < 2; press += 1) {
    const asked = await client.press("Send", { ...typed, detour: "https://spam.example" });
    expect(asked.status).toBe(400);
    expect(asked.html).toContain("Nothing is sent yet.");
    expect(asked.html).not.toContain("spam.example");
    expectNothingLost(asked);
  }
  expect(site.upstream.count(SUBMIT)).toBe(0);
  expect(statusText(await client.press("Send", typed))).toBe(SENT);
  expect(site.upstream.count(SUBMIT)).toBe(1);
});

it("the form has a hidden field that no browser fills in by itself", async () => {
  const page = await parseHtml((await visitor()).page.html);
  const trap = page.querySelector("[aria-hidden] input");
  const said = ["tabindex", "autocomplete", "name"].map((name) => attribute(trap, name));
  // A name that stands for nothing of a person's.
  expect(said).toEqual(["-1", "off", "detour"]);
});

it.each<[Behaviour, string]>([
  [{ kind: "json", json: { success: false, message: "No spam, please" } }, "No spam, please"],
  [{ kind: "json", json: { success: false } }, WRONG],
  [{ kind: "status", status: 422, json: { message: "Bad mail" } }, "Bad mail"],
  [{ kind: "status", status: 401, json: { message: `Key ${ACCESS_KEY}` } }, "Key •••"],
  [{ kind: "html" }, WRONG],
])("a service that answers %j leads to '%s', and nothing is lost", async (behaviour, message) => {
  site.upstream.set(SUBMIT, behaviour);
  const page = await sendForm();
  expect(page.status).toBe(502);
  expect(statusText(page)).toBe(message);
  expectNothingLost(page);
});

const exactTime = ({ html }: Visit) => /<time dateTime="([^"]+)"/i.exec(html)?.[1];

it("five messages an hour are sent from an address; the sixth is refused with a time, the same after a reload", async () => {
  const client = await visitor();
  const form = new URLSearchParams(typed);
  for (let sent = 0; sent < 5; sent += 1) {
    expect((await client.send("POST", PAGE, form)).status).toBe(303);
  }
  const refused = await client.send("POST", PAGE, form);
  expect(refused.html).toContain("Five messages an hour can be sent from your network.");
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_500);
  expectNothingLost(refused);
  const reloaded = await client.open(PAGE);
  for (const page of [refused, reloaded]) {
    expect([page.status, page.headers.has("Retry-After")]).toEqual([429, true]);
  }
  expect(exactTime(reloaded)).toBe(exactTime(refused));
  expect(site.upstream.count(SUBMIT)).toBe(5);
  expect((await client.open("/contactus")).status).toBe(200);
  expect((await sendForm()).status).toBe(200);
});

it("five messages an hour include messages that may have arrived, not those that the service or the form refused", async () => {
  const client = await visitor();
  const post = async (fields = typed) =>
    (await client.send("POST", PAGE, new URLSearchParams(fields))).status;
  site.upstream.set(SUBMIT, { kind: "json", json: { success: false, message: "Not now" } });
  for (let tried = 0; tried < 6; tried += 1) expect(await post()).toBe(502);
  site.upstream.set(SUBMIT, { kind: "html" });
  for (let tried = 0; tried < 5; tried += 1) {
    expect(await post({ ...typed, email: "nonsense" })).toBe(400);
    expect(await post()).toBe(502);
  }
  expect(await post()).toBe(429);
  expect(site.upstream.count(SUBMIT)).toBe(11);
});

it("a network has twenty tries an hour at most, whatever becomes of them", async () => {
  site.upstream.set(SUBMIT, { kind: "status", status: 422, json: { message: "Bad mail" } });
  const client = await visitor();
  const form = new URLSearchParams({ ...typed, email: "info@münchen.de" });
  for (let tried = 0; tried < 20; tried += 1) {
    expect((await client.send("POST", PAGE, form)).status).toBe(502);
  }
  expect(submitted().email).toBe("info@xn--mnchen-3ya.de");
  for (const page of [await client.send("POST", PAGE, form), await client.open(PAGE)]) {
    expect([page.status, page.headers.has("Retry-After")]).toEqual([429, true]);
    expect(page.html).toContain("Twenty tries an hour can be made from your network.");
  }
  expect(site.upstream.count(SUBMIT)).toBe(20);
});

it("without a service in production the form gives way to the mailbox", async () => {
  const bare = await startBuiltServer({
    env: {
      ...site.upstream.settings,
      APP_ENV: "production",
      SESSION_SECRET: "a secret that is only for this one test",
      SITE_URL: "http://localhost:3000",
      CONTACT_EMAIL: "road@pulse.example",
    },
  });
  const page = await new FormClient(bare.url).open(PAGE);
  await bare.kill();
  expect(page.status).toBe(200);
  expect(page.html).toContain('href="mailto:road@pulse.example"');
  expect(page.html).toContain("Book a Quick Call");
  expect(page.html).not.toContain("<textarea");
});
