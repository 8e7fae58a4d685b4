import { expect, it } from "vitest";
import {
  allowDeletions,
  CODE,
  DELETE,
  json,
  OTP_SESSION,
  PAGE,
  respondWith,
  SEND,
  TOKEN,
  VERIFY,
} from "../support/deletion-site";
import type { Behaviour } from "../support/faulty-upstream";
import { FormClient } from "../support/form-client";
import { rawRequest } from "../support/raw-request";
import { SUBMIT, useServer } from "../support/use-server";

const WALLET = "0xA1b2C3d4E5f60718293a4B5c6D7e8F9012345678";
const REFERRAL = "R3ferralOfAPerson";
const WRONG_CODE = "719305";
const OTHERS = "Because the engine told me to";
const INPUT = {
  first_name: "Adalovelace",
  last_name: "Byronking",
  email: "ada.of.ockham@example.com",
  message: "A message about the analytical engine",
};
const ACCESS_KEY = "key-7b1f2d-never-in-a-browser";
const METRICS_TOKEN = "metrics-token-of-an-admin";

const { upstream, server } = await useServer({
  ...{ CONTACT_FORM_ACCESS_KEY: ACCESS_KEY, METRICS_TOKEN },
  ...{ LOG_LEVEL: "trace", TRUST_PROXY: "1" },
});
const phones: string[] = [];

let visitors = 0;
const newVisitor = () => new FormClient(server.url, `203.0.113.${(visitors += 1)}`);

/** An upstream response that repeats these secrets. */
function quote(status: number, ...secrets: string[]): Behaviour {
  const [message, error] = [`No: ${secrets.join(" ")}`, secrets.join(" ")];
  return respondWith(status, { success: false, message, error });
}

/** Attempts a deletion in which the call to one path gets this answer. */
async function attempt(path: string, answer: (secrets: string[]) => Behaviour) {
  upstream.reset();
  allowDeletions(upstream);
  const client = newVisitor();
  const phone = String(9_817_263_540 + visitors);
  phones.push(phone);
  await client.open(PAGE);
  upstream.set(path, answer([phone, `+91${phone}`, CODE, OTP_SESSION, TOKEN]));
  await client.press("Send OTP", { phone });
  if (!client.page.html.includes("Verify OTP</")) return;
  await client.press("Verify OTP", { otp: path === VERIFY ? WRONG_CODE : CODE });
  if (!client.page.html.includes("Why are you leaving?</")) return;
  await client.press("Delete Account", { reason: ["Others"], others: OTHERS });
  await client.press("Delete");
}

it("the log contains no personal data and no secrets, whatever fails", async () => {
  await attempt(DELETE, () => json({ message: "Account deleted successfully" }));
  for (const path of [SEND, VERIFY, DELETE]) {
    await attempt(path, (secrets) => quote(500, ...secrets));
    await attempt(path, (secrets) => quote(400, ...secrets));
    await attempt(path, (secrets) => json({ sessionId: secrets, action: secrets, error: secrets }));
  }
  for (const behaviour of [
    json({ success: true }),
    quote(422, ACCESS_KEY, ...Object.values(INPUT)),
    json({ success: false, message: `${ACCESS_KEY} ${INPUT.email}` }),
  ]) {
    upstream.set(SUBMIT, behaviour);
    const person = newVisitor();
    await person.open("/contactus?audience=individual");
    const { html, headers } = await person.press("Send", INPUT);
    expect(html + JSON.stringify([...headers])).not.toContain(ACCESS_KEY);
  }
  for (const [page, behaviour] of [
    { kind: "healthy" } as const,
    quote(500, WALLET, WALLET.toLowerCase()),
    json({ success: false, error: `nothing for ${WALLET}` }),
    json({ success: true, data: { trips: WALLET, pagination: WALLET } }),
  ].entries()) {
    upstream.set("/trips/search", behaviour);
    // Each search has its own page number, otherwise the cache would answer it.
    const query = `q=${WALLET}&page=${page + 1}`;
    for (const path of ["?tab=trip&", ".data?tab=trip&", "/trips.csv?"]) {
      await newVisitor().open(`/pulsescout/dashboard${path}${query}`);
    }
  }
  for (const path of [`/${WALLET}`, `/assets/%2B91${phones[0]}`, `/ref/${REFERRAL}`]) {
    await newVisitor().open(path);
  }
  for (const token of [METRICS_TOKEN, `${METRICS_TOKEN}-wrong`]) {
    const headers = { Authorization: `Bearer ${token}` };
    await rawRequest(server.url, "/metrics", { headers });
  }
  const last = await newVisitor().open("/healthz");
  const reference = last.headers.get("X-Request-Id") ?? "none";
  await expect.poll(() => server.lines.join()).toContain(reference);

  const everything = server.lines.join("\n").toLowerCase();
  for (const message of ["upstream", "account deleted", "contact form: not taken"]) {
    expect(everything).toContain(`"msg":"${message}"`);
  }
  const secrets = [
    ...[...phones, TOKEN, OTP_SESSION, WALLET, REFERRAL],
    ...[METRICS_TOKEN, ACCESS_KEY, OTHERS, ...Object.values(INPUT)],
  ];
  expect(secrets.filter((secret) => everything.includes(secret.toLowerCase()))).toEqual([]);
  // Digits of an id or a duration are no code.
  expect(everything).not.toMatch(new RegExp(`(?<![\\w.])(?:${CODE}|${WRONG_CODE})(?!\\w)`));
  expect(server.lines.filter((line) => /203\.0\.\d+\.[1-9]/.test(line))).toEqual([]);
});
