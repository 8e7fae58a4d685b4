import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { FaultyUpstream, type Behaviour } from "../support/faulty-upstream";
import { attribute, parseHtml } from "./html-document";
import { FormClient, type Visit } from "../support/form-client";

const PAGE = "/contactus?audience=individual";
const SERVICE = "/submit";
const ACCESS_KEY = "key-7b1f2d-never-in-a-browser";
const SENT = "Form Submitted Successfully";
const WRONG = "Something went wrong.";

const typed = {
  first_name: 'Meera "M"',
  last_name: "<Iyer>",
  email: "meera@example.com",
  message: "Line one\nline & two",
};

let upstream: FaultyUpstream;
let server: BuiltServer;
let lastAddress = 0;

beforeAll(async () => {
  upstream = await FaultyUpstream.start();
  server = await startBuiltServer({
    env: {
      CORE_API_URL: upstream.origin,
      AUTH_API_URL: upstream.origin,
      CONTACT_FORM_URL: upstream.origin + SERVICE,
      CONTACT_FORM_ACCESS_KEY: ACCESS_KEY,
      UPSTREAM_TIMEOUT_MS: "700",
      LOG_LEVEL: "trace",
      TRUST_PROXY: "1",
    },
  });
});
afterAll(async () => {
  await server.kill();
  await upstream.stop();
});
beforeEach(() => {
  upstream.reset();
  service({ kind: "json", json: { success: true, message: "Email sent" } });
});

const service = (behaviour: Behaviour) => upstream.set(SERVICE, behaviour);

/** A visitor whose limit nobody has used yet. */
function newVisitor(): FormClient {
  lastAddress += 1;
  return new FormClient(server.url, `203.0.113.${lastAddress}`);
}

async function sendForm(fields: Partial<typeof typed> = typed) {
  const visitor = newVisitor();
  await visitor.open(PAGE);
  return visitor.press("Send", fields);
}

const statusText = ({ html }: Visit) => /<output[^>]*>(.*?)<\/output>/s.exec(html)?.[1];

/** The parts of the multipart body that the service got. */
function submitted(): Record<string, string> {
  const call = upstream.calls.find(({ path }) => path === SERVICE);
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

describe("a message, without scripts", () => {
  it("reaches the service as form data with the access key, once", async () => {
    const page = await sendForm();
    expect(page.status).toBe(200);
    expect(new URL(page.url).pathname + new URL(page.url).search).toBe(PAGE);
    expect(statusText(page)).toBe(SENT);
    expect(page.html).not.toContain("meera@example.com");
    expect(upstream.count(SERVICE)).toBe(1);
    expect(upstream.calls.find(({ path }) => path === SERVICE)?.method).toBe("POST");
    const { message = "", ...rest } = submitted();
    expect(message.replaceAll("\r\n", "\n")).toBe(typed.message);
    expect(rest).toEqual({
      access_key: ACCESS_KEY,
      first_name: typed.first_name,
      last_name: typed.last_name,
      email: typed.email,
    });
  });

  it("is confirmed once: a reload shows an empty form", async () => {
    const visitor = newVisitor();
    await visitor.open(PAGE);
    await visitor.press("Send", typed);
    expect(statusText(await visitor.open(PAGE))).toBe("");
  });

  it("without a field is not sent; every field is named, linked to, and kept", async () => {
    const page = await sendForm({ last_name: "<Iyer>", email: "meera@" });
    expect(page.status).toBe(400);
    expect(upstream.count(SERVICE)).toBe(0);
    for (const [field, label] of [
      ["first_name", "First name"],
      ["email", "Email"],
      ["message", "Message"],
    ]) {
      expect(page.html).toMatch(
        new RegExp(`<a [^>]*href="#contact-${field}"[^>]*>${label} [^<]+</a>`),
      );
      expect(page.html).toContain(`aria-describedby="contact-${field}-problem"`);
    }
    expect(page.html).not.toContain("contact-last_name-problem");
    expect(page.html).toContain('value="&lt;Iyer&gt;"');
    expect(page.html).toContain('value="meera@"');
  });

  it("with what people do not see filled in is asked for once more, and lost to nobody", async () => {
    const visitor = newVisitor();
    await visitor.open(PAGE);
    // A program repeats itself, and gets no further.
    for (let press = 0; press < 2; press += 1) {
      const asked = await visitor.press("Send", { ...typed, detour: "https://spam.example" });
      expect(asked.status).toBe(400);
      expect(asked.html).toContain("Nothing is sent yet.");
      expect(asked.html).toContain("press Send once more");
      expect(asked.html).not.toContain("spam.example");
      expectNothingLost(asked);
    }
    expect(upstream.count(SERVICE)).toBe(0);
    expect(statusText(await visitor.press("Send", typed))).toBe(SENT);
    expect(upstream.count(SERVICE)).toBe(1);
  });

  it("has nothing that a browser would fill in unseen", async () => {
    const page = await parseHtml((await newVisitor().open(PAGE)).html);
    const trap = page.querySelector("[aria-hidden] input");
    expect(attribute(trap, "tabindex")).toBe("-1");
    expect(attribute(trap, "autocomplete")).toBe("off");
    const known =
      /name|mail|tel|phone|url|site|web|address|street|city|zip|country|company|organi/i;
    for (const word of ["name", "id"]) expect(attribute(trap, word)).not.toMatch(known);
  });

  it("posted without an audience finds its form as well", async () => {
    const visitor = newVisitor();
    const page = await visitor.send(
      "POST",
      "/contactus",
      new URLSearchParams({ last_name: "Iyer" }),
    );
    expect(page.status).toBe(400);
    expect(page.html).toContain("First name is required.");
    expect(page.html).toContain('value="Iyer"');
  });
});

describe("a service that does not take it", () => {
  const failures: [string, Behaviour, string][] = [
    [
      "refuses",
      { kind: "json", json: { success: false, message: "No spam, please" } },
      "No spam, please",
    ],
    ["refuses without a word", { kind: "json", json: { success: false } }, WRONG],
    [
      "refuses with a status",
      { kind: "status", status: 422, json: { message: "Bad mail" } },
      "Bad mail",
    ],
    [
      "repeats the key",
      { kind: "status", status: 401, json: { message: `Key ${ACCESS_KEY}` } },
      "Key •••",
    ],
    ["is down", { kind: "reset" }, WRONG],
    ["is slow", { kind: "stall" }, WRONG],
    ["stops half-way", { kind: "hang-after-half" }, WRONG],
    ["answers HTML", { kind: "html" }, WRONG],
    ["answers half a JSON", { kind: "invalid-json" }, WRONG],
    ["answers something else", { kind: "json", json: ["ok"] }, WRONG],
    ["leads elsewhere", { kind: "redirect", to: "http://127.0.0.1:1/" }, WRONG],
  ];
  it.each(failures)("%s", async (_, behaviour, message) => {
    service({ kind: "json", json: { success: true } });
    await sendForm(); // closes the breaker that earlier faults may have opened
    service(behaviour);
    const page = await sendForm();
    expect(page.status).toBe(502);
    expect(statusText(page)).toBe(message);
    expectNothingLost(page);
  });
});

describe("five messages an hour", () => {
  it("are let through, the sixth is told when, the same after a reload", async () => {
    const visitor = newVisitor();
    for (let sent = 0; sent < 5; sent += 1) {
      await visitor.open(PAGE);
      expect(statusText(await visitor.press("Send", typed))).toBe(SENT);
    }
    await visitor.send("POST", PAGE, new URLSearchParams(typed));
    const refused = visitor.page;
    expect(refused.status).toBe(429);
    expect(refused.html).toContain("Five messages an hour can be sent from your network.");
    const time = exactTime(refused);
    expect(Date.parse(time) - Date.now()).toBeGreaterThan(3_500_000);
    expect(Date.parse(time) - Date.now()).toBeLessThanOrEqual(3_601_000);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_500);
    expectNothingLost(refused);

    const reloaded = await visitor.open(PAGE);
    expect(reloaded.status).toBe(429);
    expect(reloaded.headers.get("Retry-After")).not.toBeNull();
    expect(Math.abs(Date.parse(exactTime(reloaded)) - Date.parse(time))).toBeLessThanOrEqual(1000);
    expect(upstream.count(SERVICE)).toBe(5);

    expect((await visitor.open("/contactus")).status).toBe(200);
    expect((await sendForm()).status).toBe(200);
  });

  it("count what may have arrived, not what the service refused or the form itself", async () => {
    const visitor = newVisitor();
    service({ kind: "json", json: { success: false, message: "Not now" } });
    for (let tried = 0; tried < 6; tried += 1) {
      await visitor.send("POST", PAGE, new URLSearchParams(typed));
      expect(visitor.page.status).toBe(502);
    }
    service({ kind: "html" });
    const before = upstream.count(SERVICE);
    for (let tried = 0; tried < 5; tried += 1) {
      await visitor.send("POST", PAGE, new URLSearchParams({ ...typed, email: "nonsense" }));
      expect(visitor.page.status).toBe(400);
      await visitor.send("POST", PAGE, new URLSearchParams(typed));
      expect(visitor.page.status).toBe(502);
    }
    await visitor.send("POST", PAGE, new URLSearchParams(typed));
    expect(visitor.page.status).toBe(429);
    expect(upstream.count(SERVICE) - before).toBe(5);
    service({ kind: "json", json: { success: true } });
  });

  const exactTime = ({ html }: Visit) => /<time dateTime="([^"]+)"/i.exec(html)?.[1] ?? "";
});

it("the access key and what people wrote are in no page, header or log line", async () => {
  const pages = [
    await sendForm(),
    await newVisitor().open("/contactus"),
    await newVisitor().open(PAGE),
  ];
  for (const { html, headers } of pages) {
    expect(html).not.toContain(ACCESS_KEY);
    expect(JSON.stringify([...headers])).not.toContain(ACCESS_KEY);
  }
  // Lines of the log are written together, a moment later.
  const reference = pages.at(-1)?.headers.get("X-Request-Id") ?? "none";
  await expect.poll(() => server.lines.join("\n")).toContain(reference);
  const log = server.lines.join("\n");
  expect(log).toContain("contact");
  for (const secret of [ACCESS_KEY, typed.email, "Iyer", "Line one"]) {
    expect(log).not.toContain(secret);
  }
});

describe("without a service in production", () => {
  it("the form gives way to the mailbox", async () => {
    const bare = await startBuiltServer({
      env: {
        APP_ENV: "production",
        CORE_API_URL: upstream.origin,
        AUTH_API_URL: upstream.origin,
        SESSION_SECRET: "a secret that is only for this one test",
        SITE_URL: "http://localhost:3000",
        CONTACT_EMAIL: "road@pulse.example",
      },
    });
    try {
      const visitor = new FormClient(bare.url);
      const page = await visitor.open(PAGE);
      expect(page.status).toBe(200);
      expect(page.html).toContain('href="mailto:road@pulse.example"');
      expect(page.html).toContain("Book a Quick Call");
      expect(page.html).not.toContain("<textarea");
    } finally {
      await bare.kill();
    }
  });
});
