import { afterAll, expect, it } from "vitest";
import { ChaosProxy } from "../support/chaos-proxy";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { PAGE } from "../support/deletion-site";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FormClient, type Visit } from "../support/form-client";
import { LosingAuth, type Loss } from "../support/losing-auth";
import { freePort } from "../support/free-port";
import { redisMissing, RedisServer } from "../support/redis-server";
import { whileRedisAnswers } from "../support/while-redis-answers";

/**
 * The journey with one answer lost: at every press, between browser and server or between server and auth API, and in
 * every state of what the server remembers. What the page says then is held against what is true of the account.
 */

const ends: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

/** What is lost: our answer on its way to the browser, or what the auth API is asked or answers, or both answers. */
const losses = {
  "our answer": { browser: true, auth: null },
  "auth answer": { browser: false, auth: "answer" },
  "auth request": { browser: false, auth: "request" },
  "auth stalls": { browser: false, auth: "stall" },
  "both answers": { browser: true, auth: "answer" },
} as const satisfies Record<string, { browser: boolean; auth: Loss | null }>;
type Lost = keyof typeof losses;

/** Each press: where it stands, and whether the auth API is asked. */
const presses = {
  "Send OTP": { at: "phone", asks: true },
  "Resend OTP": { at: "code", asks: true },
  "Verify OTP": { at: "code", asks: true },
  "Change Number": { at: "code", asks: false },
  "Delete Account": { at: "reasons", asks: false },
  Cancel: { at: "confirm", asks: false },
  Delete: { at: "confirm", asks: true },
  OK: { at: "done", asks: false },
  Close: { at: "reactivation", asks: false },
} as const;
type Press = keyof typeof presses;

interface Row {
  press: Press;
  lost: Lost;
  then: string;
  said: string;
  truth: string;
}

class Person {
  client: FormClient;
  constructor(
    origin: string,
    readonly auth: LosingAuth,
    readonly phone: string,
    readonly address: string,
  ) {
    this.client = new FormClient(origin, address);
  }

  /** The same browser at another instance, or with other cookies. */
  moved(origin: string, cookies = new Map(this.client.cookies), address = this.address) {
    const client = new FormClient(origin, address, cookies);
    client.visits.push(this.client.page);
    return client;
  }

  async press(press: Press, client = this.client): Promise<Visit> {
    const otp = this.auth.goodCode(this.phone) ?? this.#code;
    this.#code = otp;
    return client.press(press, {
      ...(press === "Send OTP" && { phone: this.phone }),
      ...(press === "Verify OTP" && { otp }),
      ...(press === "Delete Account" && { reason: "privacy" }),
    });
  }
  #code = "000000";

  async reach(at: (typeof presses)[Press]["at"]): Promise<void> {
    if (at === "reactivation") this.auth.deleted.add(this.phone);
    await this.client.open(PAGE);
    const way: Press[] = ["Send OTP", "Verify OTP", "Delete Account", "Delete"];
    const steps = { phone: 0, code: 1, reactivation: 1, reasons: 2, confirm: 3, done: 4 }[at];
    for (const step of way.slice(0, steps)) await this.press(step);
  }
}

/** What a page says of itself and of what went wrong. */
function said({ html, status }: Visit): string {
  const text = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(([, inner = ""]) => inner.replace(/<[^>]*>/g, " ")).join(" ");
  const alerts = text(/role="alert"[^>]*>(.*?)<(?:form|\/div>)/gs);
  const toast = text(/data-toasts="">(.*?)<\/div>/gs);
  const [, title = ""] = /<title>(.*?)<\/title>/.exec(html) ?? [];
  return `${status} ${title.replace(/ \| Pulse$/, "")} · ${alerts} ${toast}`.replace(/\s+/g, " ");
}

/** What is false of what was said; null for nothing. */
function falsehood({ press, said: text, truth }: Row): string | null {
  const deleted = truth === "deleted";
  if (text.includes("Nothing was deleted") && deleted) return "it was deleted";
  if (text.includes("Account Deleted Successfully") && !deleted) return "it was not deleted";
  const isRefusal = /Error/.test(text) && deleted && press !== "Close" && press !== "OK";
  if (isRefusal && !/may be deleted|not known here|already deleted/.test(text)) return "unsaid";
  const isRight = truth.includes("its code is used up");
  if (text.includes("Invalid OTP") && isRight && !text.includes("used it up"))
    return "it was right";
  return null;
}

const states = [
  "kept",
  "restarted",
  "on another instance",
  "on another instance, which alone reaches Redis",
  "Redis away",
] as const;
const SETTINGS = {
  SESSION_SECRET: "a secret that is long enough to be used",
  UPSTREAM_TIMEOUT_MS: "1500",
  TRUST_PROXY: "1",
};

async function startSite() {
  const upstream = await FaultyUpstream.start();
  const redis = await RedisServer.start();
  const proxy = await ChaosProxy.before(redis.port);
  ends.push(
    () => upstream.stop(),
    () => proxy.stop(),
    () => redis.stop(),
  );
  const start = async (env: Record<string, string>): Promise<BuiltServer> => {
    const server = await startBuiltServer({ env: { ...upstream.settings, ...SETTINGS, ...env } });
    ends.push(() => server.kill());
    return server;
  };
  return { upstream, auth: new LosingAuth(upstream), redis, proxy, start };
}

it.skipIf(redisMissing).each(states)("nothing false is said where memory is %s", async (state) => {
  const { auth, redis, proxy, start } = await startSite();
  const isShared = state !== "kept" && state !== "restarted";
  const port = String(await freePort());
  const url = `redis://127.0.0.1:${proxy.port}`;
  const first = await start({ PORT: port, ...(isShared && { REDIS_URL: url }) });
  const other = state.startsWith("on another") ? await start({ REDIS_URL: redis.url }) : null;

  if (state !== "on another instance" || !other) return judge(1);
  // Each instance remembers for itself what Redis did not take in time.
  let visitors = 0;
  await whileRedisAnswers(
    [first, other],
    () => Promise.resolve(),
    () => judge((visitors += 1)),
  );

  async function judge(visitors: number): Promise<void> {
    const cases: { press: Press; lost: Lost; person: Person }[] = [];
    for (const press of Object.keys(presses) as Press[]) {
      const possible = (Object.keys(losses) as Lost[]).filter(
        (lost) => presses[press].asks || losses[lost].auth === null,
      );
      for (const lost of possible) {
        const number = cases.length;
        const address = `198.51.${visitors}.${number + 1}`;
        const phone = String(9_811_000_000 + 1_000 * visitors + number);
        const person = new Person(first.url, auth, phone, address);
        await person.reach(presses[press].at);
        cases.push({ press, lost, person });
      }
    }
    if (state === "Redis away") await redis.kill();
    if (state.endsWith("alone reaches Redis")) await proxy.stop();

    const rows: Row[] = [];
    const note = (one: (typeof cases)[number], then: string, visit: Visit) => {
      const { press, lost, person } = one;
      const code = auth.goodCode(person.phone) === null ? "; its code is used up" : "";
      const truth = auth.deleted.has(person.phone) ? "deleted" : `there${code}`;
      rows.push({ press, lost, then, said: said(visit), truth });
    };

    for (const one of cases) {
      const { press, lost, person } = one;
      const { browser, auth: losing } = losses[lost];
      auth.losing = losing;
      // A second code is sent to a network that has not had its own.
      const network =
        press === "Resend OTP" ? `203.0.${visitors}.${rows.length + 1}` : person.address;
      const sending = person.moved(first.url, new Map(person.client.cookies), network);
      const visit = await person.press(press, sending);
      auth.losing = null;
      if (browser) continue;
      person.client = sending;
      note(one, "answer", visit);
    }

    let origin = first.url;
    if (state === "restarted") {
      await first.kill();
      origin = (await start({ PORT: port })).url;
    }
    if (other) origin = other.url;

    for (const one of cases) {
      const { press, person } = one;
      note(one, "page loaded", await person.moved(origin).open(PAGE));
      const cancels = press === "Delete" && person.client.page.html.includes(">Cancel<");
      if (cancels)
        note(one, "Cancel or Escape", await person.press("Cancel", person.moved(origin)));
      const again = [press, ...(cancels ? ["Cancel" as const] : [])].filter((button) =>
        person.client.page.html.includes(`${button}</button>`),
      );
      if (press !== "Send OTP") {
        for (const button of again) {
          const late = person.moved(origin, new Map());
          note(one, `${button} after the session's time`, await person.press(button, late));
        }
      }
      if (again[0]) note(one, `${press} again`, await person.press(press, person.moved(origin)));
    }
    expect(rows.length).toBeGreaterThan(60);
    expect(rows.filter((row) => falsehood(row) !== null)).toEqual([]);
    const receipts = rows.filter(({ said: text }) => text.includes("Account Deleted Successfully"));
    if (state !== "restarted") expect(receipts).not.toEqual([]);
  }
});
