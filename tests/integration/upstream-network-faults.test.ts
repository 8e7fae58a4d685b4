import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDashboardData } from "server/cache/dashboard-data.server";
import { createLruStore } from "server/cache/lru-store.server";
import { policies } from "server/cache/freshness-policies.server";
import { StaleWhileRevalidateCache } from "server/cache/stale-while-revalidate.server";
import { createCoreApi } from "server/upstream/core-api.server";
import { createHttpClient } from "server/upstream/http-client.server";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { ChaosProxy, type Fault } from "../support/chaos-proxy";
import { CODE, DELETE, json, PAGE, SEND, TOKEN, VERIFY } from "../support/deletion-site";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FormClient, type Visit } from "../support/form-client";
import { REST_S, rows, SENT, TIMEOUT_MS, type Row } from "./network-faults-table";

const SUBMIT = "/submit";
const CONTACT = "/contactus?audience=individual";

let upstream: FaultyUpstream;
let proxies: { core: ChaosProxy; auth: ChaosProxy; contact: ChaosProxy };
let server: BuiltServer;
let nameless: BuiltServer;
let turn = 0;

beforeAll(async () => {
  upstream = await FaultyUpstream.start();
  upstream.set(SUBMIT, json({ success: true }));
  upstream.set(VERIFY, json({ action: "login", token: TOKEN, message: "ok" }));
  upstream.set(DELETE, json({ message: "Account deleted successfully" }));
  const [core, auth, contact] = await Promise.all(
    [1, 2, 3].map(() => ChaosProxy.before(upstream.port)),
  );
  if (!core || !auth || !contact) throw new Error("three were started");
  proxies = { core, auth, contact };
  [server, nameless] = await Promise.all([
    startSite(core.origin, auth.origin, contact.origin),
    startSite(...(["core", "auth", "contact"].map((name) => `http://${name}.invalid`) as Origins)),
  ]);
});
afterAll(async () => {
  await Promise.all([server.kill(), nameless.kill()]);
  await Promise.all(Object.values(proxies).map((proxy) => proxy.stop()));
  await upstream.stop();
});

type Origins = [core: string, auth: string, contact: string];

function startSite(...[core, auth, contact]: Origins): Promise<BuiltServer> {
  const env = {
    SANDBOX: "off",
    CORE_API_URL: core,
    AUTH_API_URL: auth,
    CONTACT_FORM_URL: contact + SUBMIT,
    SESSION_SECRET: "a secret that both servers of this test share",
    UPSTREAM_TIMEOUT_MS: String(TIMEOUT_MS),
    TRUST_PROXY: "1",
  };
  return startBuiltServer({ env });
}

/** A visitor with an address that nobody had before. */
function newVisitor(origin = server.url): FormClient {
  turn += 1;
  return new FormClient(origin, `203.0.113.${turn}`);
}

const newPhone = () => String(9_811_000_000 + turn);

/** Leads somebody through the deletion's first steps. */
async function walk(steps: 0 | 1 | 2): Promise<FormClient> {
  const visitor = newVisitor();
  const phone = newPhone();
  upstream.set(SEND, json({ sessionId: `otp-session-${phone}`, message: "sent" }));
  await visitor.open(PAGE);
  if (steps > 0) await visitor.press("Send OTP", { phone });
  if (steps > 1) {
    await visitor.press("Verify OTP", { otp: CODE });
    await visitor.press("Delete Account", { reason: "Privacy concerns" });
  }
  return visitor;
}

/** Three people, each before another button of the deletion. */
async function beforeEachButton() {
  const [asking, coded, deleting] = [await walk(0), await walk(1), await walk(2)];
  return { asking, coded, deleting };
}

/** The same person goes on at another server. */
function movedTo(origin: string, visitor: FormClient): FormClient {
  const moved = new FormClient(origin, visitor.address);
  for (const [name, value] of visitor.cookies) moved.cookies.set(name, value);
  moved.visits.push(visitor.page);
  return moved;
}

/** @param sent whether anything of the calls may have left the product */
function expectDeletion({ auth }: Row, sent: boolean, answers: Visit[]) {
  const said = {
    answer: ["OTP sent successfully", "Phone number verified successfully", "Account Deleted"],
    wait: ["send OTP", "verify OTP", "delete account"].map(
      (what) => `Failed to ${what}: there are too many requests right now.`,
    ),
    silence: ["send OTP", "verify OTP", "delete account"].map(
      (what) => `Failed to ${what}. Please try again.`,
    ),
  }[auth];
  const status = { answer: 200, wait: 429, silence: 502 }[auth];
  expect(answers.map((answer) => answer.status)).toEqual(Array(3).fill(status));
  for (const [index, text] of said.entries()) expect(answers[index]?.html).toContain(text);
  const mayHaveHappened = auth === "silence" && sent;
  const [sending, , deleting] = answers.map(({ html }) => html.includes("all the same."));
  expect([sending, deleting]).toEqual([mayHaveHappened, mayHaveHappened]);
}

// From the last faults on the contact form's upstream is left alone.
describe("what each page says", { shuffle: false }, () => {
  it.each(rows)("$fault on the way to every upstream", async (row) => {
    // A start on a busy machine may have looked like a fault.
    const trips = `/pulsescout/dashboard?tab=trip&q=healthy-${rows.indexOf(row)}`;
    await expect.poll(async () => (await newVisitor().open(trips)).status).toBe(200);
    const people = await beforeEachButton();
    const site = row.fault.kind === "no such name" ? nameless : server;
    if (row.fault.kind !== "no such name") {
      for (const proxy of Object.values(proxies)) proxy.fault = row.fault;
    }
    const looking = newVisitor(site.url);
    const contacting = newVisitor(site.url);
    const [asking, coded, deleting] = [people.asking, people.coded, people.deleting].map(
      (visitor) => movedTo(site.url, visitor),
    ) as [FormClient, FormClient, FormClient]; // three in, three out
    const sent = () => [upstream.count(SEND), upstream.count(DELETE), upstream.count(SUBMIT)];
    const before = sent();
    const trip = `trip-${rows.indexOf(row) + 10}`;
    const [dashboard, contact, ...deletion] = await Promise.all([
      looking.open(`/pulsescout/dashboard?tab=trip&q=${trip}`),
      contacting.open(CONTACT).then(() =>
        contacting.press("Send", {
          first_name: "Ada",
          last_name: "Rao",
          email: "ada@example.com",
          message: "Hello",
        }),
      ),
      asking.press("Send OTP", { phone: newPhone() }),
      coded.press("Verify OTP", { otp: CODE }),
      deleting.press("Delete"),
    ]);
    for (const proxy of Object.values(proxies)) proxy.fault = { kind: "none" };

    const rests = row.auth === "wait";
    expect(dashboard.status).toBe(row.core === null ? 200 : rests ? 503 : 502);
    expect(dashboard.html).toContain(row.core ?? trip);
    if (row.core !== null) expect(dashboard.html).toContain("Retry");
    expect(contact.status).toBe(row.contact === SENT ? 200 : rests ? 429 : 502);
    expect(contact.html).toContain(row.contact);
    if (row.contact !== SENT) expect(contact.html).toContain('value="ada@example.com"');
    expectDeletion(row, site === server, deletion);

    // Whatever becomes of it, what changes something is sent once.
    for (const [index, count] of sent().entries())
      expect(count - (before[index] ?? 0)).toBeLessThan(2);

    const own = [looking, contacting, asking, coded, deleting].flatMap(({ visits }) =>
      visits.map(({ headers }) => `"requestId":"${headers.get("X-Request-Id")}"`),
    );
    const faults = site.lines
      .filter((line) => line.includes('"msg":"upstream"'))
      .filter((line) => own.some((id) => line.includes(id)));
    for (const answer of [dashboard, contact, ...deletion]) {
      expect(answer.headers.has("Retry-After")).toBe(rests);
      if (rests) expectTime(answer);
    }
    if (row.logged === null) expect(faults).toEqual([]);
    else for (const line of faults) expect(line).toContain(`"outcome":"${row.logged}"`);
  });

  /** The exact time, and the same in the header. */
  function expectTime({ html, headers }: Visit) {
    const seconds = Number(headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(REST_S - 60);
    expect(seconds).toBeLessThanOrEqual(REST_S);
    const shown =
      / at(?:<!-- -->)? (?:<time dateTime="([^"]+)"|(\d+ \w{3} \d{4}, [\d:]+ UTC))/.exec(html);
    const left = Date.parse(shown?.[1] ?? shown?.[2] ?? "") - Date.now();
    expect(left).toBeGreaterThan((REST_S - 60) * 1000);
    expect(left).toBeLessThan((REST_S + 1) * 1000);
  }

  it("what an upstream wants to be left alone with is not sent before the time that was told, nor by a new visit", async () => {
    const { asking, coded, deleting } = await beforeEachButton();
    // Nobody else's.
    const phone = String(9_812_000_000 + turn);
    const search = "/pulsescout/dashboard?tab=trip&q=trip-29";
    // The contact form rests as a whole since the test above; nothing of it is sent either.
    const message = {
      first_name: "Ada",
      last_name: "Rao",
      email: "ada@example.com",
      message: "Hello",
    };
    for (const proxy of [proxies.core, proxies.auth]) {
      proxy.fault = { kind: "too-many-requests", retryAfterSeconds: REST_S };
    }
    const press = async () => [
      await newVisitor().open(search),
      await asking.press("Send OTP", { phone }),
      await coded.press("Verify OTP", { otp: CODE }),
      await deleting.press("Delete"),
    ];
    await press();
    for (const proxy of Object.values(proxies)) proxy.fault = { kind: "none" };
    const calls = upstream.count();
    const [contacting, forgetful] = [newVisitor(), newVisitor()];
    await contacting.open(CONTACT);
    await forgetful.open(PAGE);
    const again = [
      ...(await press()),
      await contacting.press("Send", message),
      await contacting.open(CONTACT),
      await forgetful.press("Send OTP", { phone }),
      await coded.open(PAGE),
      await deleting.open(PAGE),
    ];
    expect(again.map(({ status }) => status)).toEqual([503, ...Array<number>(8).fill(429)]);
    for (const answer of again) expectTime(answer);
    expect(upstream.count()).toBe(calls);
    await expect.poll(() => server.lines.join("\n")).toContain('"msg":"upstream: left alone"');
  });
});

describe("figures that were there before", () => {
  const failing = rows.filter(({ fault, core }) => core !== null && fault.kind !== "no such name");

  it.concurrent.for(failing)("are shown with their age: $fault", async ({ fault }, { expect }) => {
    const proxy = await ChaosProxy.before(upstream.port);
    const client = createHttpClient({
      name: "core",
      baseUrl: `${proxy.origin}/api/core`,
      timeoutMs: TIMEOUT_MS,
    });
    let elapsed = 0;
    const cache = new StaleWhileRevalidateCache({
      store: createLruStore(),
      elapsed: () => elapsed,
    });
    const dashboard = createDashboardData({ coreApi: createCoreApi(client), cache });
    const { value, asOf } = await dashboard.metrics();
    elapsed = policies.metrics.freshMs;
    proxy.fault = fault as Fault; // the one row of another kind is left out above
    expect(await dashboard.metrics()).toMatchObject({ value, state: "refreshing" });
    await expect
      .poll(() => dashboard.metrics())
      .toEqual({ value, state: "stale", asOf: expect.any(Number) as number });
    proxy.fault = { kind: "none" };
    elapsed += 2 * REST_S * 1000;
    await expect.poll(() => dashboard.metrics()).toMatchObject({ state: "fresh" });
    expect((await dashboard.metrics()).asOf).toBeGreaterThanOrEqual(asOf);
    await client.close();
    await proxy.stop();
  });
});
