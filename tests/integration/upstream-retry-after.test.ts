import { expect, it } from "vitest";
import { allowDeletions, CODE, DELETE, PAGE, SEND, VERIFY } from "../support/deletion-site";
import { FormClient, type Visit } from "../support/form-client";
import { SUBMIT, useServer } from "../support/use-server";

const CONTACT = "/contactus?audience=individual";
const SEARCH = "/trips/search";
const RETRY_AFTER_S = 300;
const MESSAGE = {
  first_name: "Meera",
  last_name: "Iyer",
  email: "m@example.com",
  message: "Hello",
};
const BUSY = "there are too many requests right now.";

// A generous timeout: no call may time out because the machine is busy.
const { upstream, server } = await useServer(
  { UPSTREAM_TIMEOUT_MS: "60000", TRUST_PROXY: "1" },
  allowDeletions,
);

let visitors = 0;
const newVisitor = () => new FormClient(server.url, `203.0.113.${(visitors += 1)}`);

/** A visitor at a step of the deletion. */
async function visitorAt(step: "phone" | "code" | "confirm") {
  const person = newVisitor();
  await person.open(PAGE);
  if (step === "phone") return person;
  await person.press("Send OTP", { phone: String(9_811_000_000 + visitors) });
  if (step === "code") return person;
  await person.press("Verify OTP", { otp: CODE });
  await person.press("Delete Account", { reason: "Privacy concerns" });
  return person;
}

/** A page without its scripts, whose data holds every text of the deletion. */
const shown = ({ html }: Visit) => html.replaceAll(/<script\b[^]*?<\/script>/g, "");

/** Expects the upstream's retry time in the page and in Retry-After. */
function expectTime(visit: Visit) {
  const seconds = Number(visit.headers.get("Retry-After"));
  expect(seconds).toBeGreaterThan(RETRY_AFTER_S - 60);
  expect(seconds).toBeLessThanOrEqual(RETRY_AFTER_S);
  const time = / at(?:<!-- -->)? (?:<time dateTime="([^"]+)"|(\d+ \w{3} \d{4}, [\d:]+ UTC))/;
  const [, moment, words = ""] = time.exec(visit.html) ?? [];
  const left = Date.parse(moment ?? words) - Date.now();
  expect(left).toBeGreaterThan((RETRY_AFTER_S - 60) * 1000);
  expect(left).toBeLessThan((RETRY_AFTER_S + 1) * 1000);
}

it("while services answer 429, each page states their retry time, and no call is sent before it", async () => {
  const search = () => newVisitor().open("/pulsescout/dashboard?tab=trip&q=busy");
  const [atPhone, atCode, atConfirm] = [
    await visitorAt("phone"),
    await visitorAt("code"),
    await visitorAt("confirm"),
  ];
  const atContact = newVisitor();
  await atContact.open(CONTACT);
  const headers = { "retry-after": String(RETRY_AFTER_S) };
  for (const path of [SEARCH, SEND, VERIFY, DELETE, SUBMIT]) {
    upstream.set(path, { kind: "status", status: 429, headers });
  }
  const pressAll = async () => [
    await search(),
    await atContact.press("Send", MESSAGE),
    await atPhone.press("Send OTP", { phone: "9812000000" }),
    await atCode.press("Verify OTP", { otp: CODE }),
    await atConfirm.press("Delete"),
  ];
  const texts = [
    "HTTP error 429: Too Many Requests. You can try again at ",
    "Too many messages. Try again at",
    ...["send OTP", "verify OTP", "delete account"].map((what) => `Failed to ${what}: ${BUSY}`),
  ];
  for (const [index, answer] of (await pressAll()).entries()) {
    expect(shown(answer)).toContain(texts[index]);
    expectTime(answer);
  }
  const calls = upstream.count();
  const again = await pressAll();
  expect(again.map(({ status }) => status)).toEqual([503, 429, 429, 429, 429]);
  for (const answer of again) expectTime(answer);
  expect(upstream.count()).toBe(calls);
});
