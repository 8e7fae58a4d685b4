import { afterAll, beforeAll, expect, it } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { CODE, DELETE, json, PAGE, says, SEND, TOKEN, VERIFY } from "../support/deletion-site";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FormClient } from "../support/form-client";
import { rawRequest } from "../support/raw-request";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SUBMIT = "/submit";
const WALLET = "0xA1b2C3d4E5f60718293a4B5c6D7e8F9012345678";
const REFERRAL = "R3ferralOfAPerson";
const OTP_SESSION = "otp-session-of-a-person";
const WRONG_CODE = "719305";
const METRICS_TOKEN = "metrics-token-of-an-admin";
const ACCESS_KEY = "access-key-of-the-company";
const typed = {
  first_name: "Adalovelace",
  last_name: "Byronking",
  email: "ada.of.ockham@example.com",
  message: "A message about the analytical engine",
};
const OTHERS = "Because the engine told me to";

let upstream: FaultyUpstream;
let server: BuiltServer;
let people = 0;
const phones: string[] = [];

beforeAll(async () => {
  upstream = await FaultyUpstream.start();
  upstream.set(SUBMIT, json({ success: true }));
  server = await startBuiltServer({
    env: {
      SANDBOX: "off",
      CORE_API_URL: upstream.coreApiUrl,
      AUTH_API_URL: upstream.origin,
      CONTACT_FORM_URL: upstream.origin + SUBMIT,
      CONTACT_FORM_ACCESS_KEY: ACCESS_KEY,
      METRICS_TOKEN,
      UPSTREAM_TIMEOUT_MS: "500",
      LOG_LEVEL: "trace",
      TRUST_PROXY: "1",
    },
  });
});
afterAll(async () => {
  await server.kill();
  await upstream.stop();
});

function visitor(): FormClient {
  people += 1;
  return new FormClient(server.url, `203.0.113.${people}`);
}

function newPhone(): string {
  const phone = String(9_823_456_000 + phones.length);
  phones.push(phone);
  return phone;
}

/** What an upstream does that repeats all it was told. */
const quoting = (status: number, ...secrets: string[]) =>
  says(status, { success: false, message: `No: ${secrets.join(" ")}`, error: secrets.join(" ") });

async function deletes(answers: { send?: object; verify?: object; remove?: object } = {}) {
  const phone = newPhone();
  const all = [phone, `+91${phone}`, CODE, OTP_SESSION, TOKEN];
  const behaviour = { json: json({ sessionId: OTP_SESSION, message: `sent to ${phone}` }), all };
  upstream.set(SEND, behaviour.json);
  upstream.set(VERIFY, json({ action: "login", token: TOKEN, message: `welcome ${phone}` }));
  upstream.set(DELETE, json({ message: "Account deleted successfully" }));
  for (const [path, answer] of [
    [SEND, answers.send],
    [VERIFY, answers.verify],
    [DELETE, answers.remove],
  ] as const) {
    if (answer) upstream.set(path, { ...quoting(500, ...all), ...answer });
  }
  const person = visitor();
  await person.open(PAGE);
  await person.press("Send OTP", { phone });
  if (!person.page.html.includes("Verify OTP")) return;
  await person.press("Verify OTP", { otp: answers.verify ? WRONG_CODE : CODE });
  if (!person.page.html.includes("Why are you leaving?")) return;
  await person.press("Delete Account", { reason: ["Others"], others: OTHERS });
  await person.press("Delete");
  await person.open(`${PAGE}/reminder.ics`);
}

/** Every failure of a call that tells back what it was given. */
const failures = [
  { status: 500 },
  { status: 400 },
  { status: 429 },
  { kind: "reset" },
  { kind: "stall" },
  { kind: "html" },
  { kind: "wrong-types" },
];

it("a day's journeys leave nothing of a person in the log, whatever fails", async () => {
  await deletes();
  for (const answer of failures) {
    for (const call of ["send", "verify", "remove"] as const) await deletes({ [call]: answer });
  }
  for (const behaviour of [
    json({ success: true }),
    quoting(500, ACCESS_KEY, ...Object.values(typed)),
    quoting(422, ACCESS_KEY, ...Object.values(typed)),
    json({ success: false, message: `${ACCESS_KEY} ${typed.email}` }),
    { kind: "reset" as const },
  ]) {
    upstream.set(SUBMIT, behaviour);
    const person = visitor();
    await person.open("/contactus?audience=individual");
    await person.press("Send", typed);
  }
  const search = `/pulsescout/dashboard?tab=trip&q=${WALLET}`;
  const csv = `/pulsescout/dashboard/trips.csv?q=${WALLET}`;
  for (const behaviour of [
    { kind: "healthy" as const },
    quoting(500, WALLET, WALLET.toLowerCase()),
    quoting(404, WALLET),
    json({ success: false, error: `nothing for ${WALLET}` }),
    { kind: "wrong-types" as const },
    { kind: "invalid-json" as const },
    { kind: "reset" as const },
  ]) {
    upstream.set("/trips/search", behaviour);
    // Each search is one of its own, or it would be answered by the cache.
    const query = `${search}&page=${people}`;
    for (const path of [query, csv, `${query}&_data=routes%2Fdashboard`])
      await visitor().open(path);
    await rawRequest(server.url, query.replace("?", ".data?"));
  }
  const phone = phones[0] ?? "";
  for (const pasted of [WALLET, phone, `%2B91${phone}`, CODE]) {
    for (const folder of ["", "/assets", "/pulsescout/dashboard"]) {
      await visitor().open(`${folder}/${pasted}`);
    }
  }
  for (const path of [`/ref/${REFERRAL}`, `/ref/${REFERRAL}.data`, `/REF/${REFERRAL}/x`]) {
    await visitor().open(path);
  }
  for (const token of [METRICS_TOKEN, TOKEN]) {
    await rawRequest(server.url, "/metrics", { headers: { authorization: `Bearer ${token}` } });
  }
  const last = await visitor().open("/healthz");
  await expect
    .poll(() => server.lines.join().includes(last.headers.get("X-Request-Id") ?? "none"), {
      timeout: 60_000,
    })
    .toBe(true);

  const everything = server.lines.join("\n").toLowerCase();
  expect(everything).toContain('"msg":"upstream"');
  expect(everything).toContain('"msg":"account deleted"');
  const secrets = [
    ...phones,
    CODE,
    WRONG_CODE,
    TOKEN,
    OTP_SESSION,
    WALLET,
    REFERRAL,
    METRICS_TOKEN,
    ACCESS_KEY,
    OTHERS,
    ...Object.values(typed),
  ];
  const found = secrets.filter((secret) => everything.includes(secret.toLowerCase()));
  expect(found).toEqual([]);
  const whole = server.lines.filter((line) => /203\.0\.113\.[1-9]/.test(line));
  expect(whole).toEqual([]);
});

it("a trace that a trusted proxy began goes on to the upstream, and stands in each line", async () => {
  upstream.reset();
  upstream.set("/trips/search", says(500, { message: "no" }));
  const { headers } = await rawRequest(server.url, "/pulsescout/dashboard?tab=trip&q=traced", {
    headers: {
      traceparent: `00-${TRACE}-b7ad6b7169203331-00`,
      tracestate: "vendor=1",
    },
  });
  const calls = upstream.calls.filter(({ path }) => path === "/trips/search");
  expect(calls.length).toBeGreaterThan(0);
  for (const call of calls) {
    expect(call.headers.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
    expect(call.headers.tracestate).toBe("vendor=1");
  }
  const own = () =>
    server.lines
      .filter((line) => line.includes(String(headers["x-request-id"])))
      .map((line) => JSON.parse(line) as { msg: string; traceId?: string });
  await expect
    .poll(() => own().map(({ msg }) => msg))
    .toEqual(expect.arrayContaining(["upstream", "request"]));
  expect(new Set(own().map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
});

it("a request without a trace begins one", async () => {
  upstream.reset();
  await rawRequest(server.url, "/pulsescout/dashboard?tab=trip&q=untraced");
  const begun = upstream.calls.find(({ path }) => path === "/trips/search")?.headers.traceparent;
  expect(begun).toMatch(/^00-(?!0{32})[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  const id = String(begun).split("-")[1];
  await expect
    .poll(() => server.lines.some((line) => line.includes(`"traceId":"${id}"`)), {
      timeout: 60_000,
    })
    .toBe(true);
});
