import { expect, it } from "vitest";
import { CODE, DELETE, PAGE, respondWith, SEND } from "../support/deletion-site";
import { FormClient, type Visit } from "../support/form-client";
import { htmlProblems } from "./html-document";
import { useSharedSite } from "./shared-site";

const site = useSharedSite();

it("a code that the auth API failed to send counts toward the limit, and the page reports the failure", async () => {
  const client = await site.atPhone();
  const form = { phone: site.newPhone() };
  site.upstream.set(SEND, respondWith(500));
  const failed = await client.press("Send OTP", form);
  expect(failed.status).toBe(502);
  expect(failed.html).toMatch(/role="alert".*>Failed to send OTP</s);
  site.healthy();
  expect((await client.press("Send OTP", form)).status).toBe(429);
});

const MAYBE = "Your account may be deleted all the same";

it("a deletion whose response was lost is reported with a reference number: at once, after a reload, a refusal and the session's end", async () => {
  const client = await site.atConfirm();
  site.upstream.set(DELETE, { kind: "reset-after-half" });
  const lost = await client.press("Delete");
  expect(lost.status).toBe(502);
  expect(lost.html).toContain(">Failed to delete account. Please try again.<");
  const [reference = "none"] = /DEL-\w{4}-\w{4}/.exec(lost.html) ?? [];
  await expect.poll(() => site.server.lines.join("\n")).toContain(reference);
  const reload = await client.open(PAGE);
  expect(reload.status).toBe(200);
  site.upstream.set(DELETE, respondWith(401, { message: "Please log in again" }));
  const refused = await client.press("Delete");
  expect(refused.status).toBe(400);
  expect(refused.html).toContain("Please log in again");
  client.cookies.clear();
  const ended = await client.press("Delete");
  expect(ended.status).toBe(409);
  for (const { html } of [lost, reload, refused, ended]) {
    expect(await htmlProblems(html)).toEqual([]);
    expect(html).toContain(MAYBE);
    expect(html).toContain(reference);
    expect(html).toContain("mailto:");
  }
});

it("a reload shows the result of a submission whose response the browser never received", async () => {
  const submitWithoutResponse = async (client: FormClient, button: string, fields = {}) => {
    const otherClient = new FormClient(site.server.url, client.address, new Map(client.cookies));
    otherClient.visits.push(client.page);
    await otherClient.press(button, fields);
    return client.open(PAGE);
  };
  const atCode = await site.atCode();
  const accepted = await submitWithoutResponse(atCode, "Verify OTP", { otp: CODE });
  expect(accepted.html).toContain("Your code was accepted before.");
  site.upstream.set(DELETE, { kind: "reset-after-half" });
  const doubtful = await submitWithoutResponse(await site.atConfirm(), "Delete");
  expect(doubtful.html).toContain(MAYBE);
});

const timesOf = ({ html }: Visit) =>
  [...html.matchAll(/<time dateTime="([^"]+)"[^>]*>(.*?)<\/time>/gi)].map(
    ([, moment = "", text = ""]) => ({ moment: Date.parse(moment), text: plain(text) }),
  );
const plain = (html: string) => html.replace(/<!-- -->|<[^>]*>/g, "");
const titleOf = ({ html }: Visit) => /<title>(.*?)<\/title>/.exec(html)?.[1];
const statusAndRetryAfter = ({ status, headers }: Visit) => [status, headers.has("Retry-After")];

it("the limit of one code a minute shows a retry time in IST, unchanged by a reload, and sends nothing", async () => {
  const phone = site.newPhone();
  const { address } = await site.atCode(phone);
  const client = new FormClient(site.server.url, address);
  await client.open(PAGE);
  const refused = await client.press("Send OTP", { phone: `0${phone}` });
  expect(refused.headers.get("Retry-After")).toMatch(/^[1-6]?\d$/);
  const reload = await client.open(PAGE);
  for (const page of [refused, reload]) {
    expect(statusAndRetryAfter(page)).toEqual([429, true]);
    expect(titleOf(page)).toContain("Error: Try again later: Delete your account | ");
    expect(plain(page.html)).toMatch(
      /You can ask for the next code at \d+ \w+ \d{4}, \d\d:\d\d:\d\d IST, in (1 minute|\d+ seconds)/,
    );
  }
  const [time = { moment: 0, text: "" }] = timesOf(refused);
  expect(timesOf(reload)[0]).toEqual(time);
  const timeInIndia = new Date(time.moment + 5.5 * 3_600_000).toISOString().slice(11, 19);
  expect(time.text).toContain(`${timeInIndia} IST`);
  expect(site.upstream.count(SEND)).toBe(1);
  // Another phone number is not limited.
  site.healthy();
  expect((await client.press("Send OTP", { phone: site.newPhone() })).status).toBe(200);
});
