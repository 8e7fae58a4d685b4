import { FormClient, type Visit } from "../support/form-client";
import type { RequestEvent } from "./history";
import { readPage } from "./page-facts";
import type { Journey } from "./plan";
import type { Site } from "./site";

const DELETION = "/pulsescout/delete-user";

/** Idle connections of a browser: it retries a request on each of them before it opens a new one. */
const KEPT_CONNECTIONS = 6;
const CLOSED = /other side closed|ECONNRESET/;

const PROXYS_OWN_PAGE = /^<html><body><h1>\d{3} /;

/** The request got no response; the browser stays on its current page. */
class NoAnswer extends Error {}

/** A tab of a person's browser without scripts; records its requests and pages in the history. */
export class Tab extends FormClient {
  reload: () => unknown = () => undefined;

  constructor(
    readonly site: Site,
    readonly own: ReturnType<typeof identityOf>,
    cookies?: Map<string, string>,
  ) {
    super(site.proxy.url, own.address, cookies);
  }

  override async send(method: string, path: string, body?: URLSearchParams): Promise<Visit> {
    this.reload = () => this.send(method, path, body);
    const { pathname, search } = new URL(path, this.origin);
    for (let idleConnections = KEPT_CONNECTIONS; ; idleConnections -= 1) {
      const from = Date.now();
      const record = (answer: Partial<RequestEvent>) =>
        this.site.history.push({
          type: "request",
          person: this.own.person,
          visit: this.own.visit,
          from,
          to: Date.now(),
          method,
          path: pathname + search,
          intent: body?.get("intent") ?? undefined,
          idempotencyKey: body?.get("idempotencyKey") ?? undefined,
          status: null,
          ...answer,
        });
      const visit = await super.send(method, path, body).catch((cause: unknown) => {
        const error = String(cause instanceof Error ? (cause.cause as Error) : cause); // fetch's own
        const sentAgain = idleConnections > 0 && CLOSED.test(error);
        record({ error, sentAgain });
        if (!sentAgain) throw new NoAnswer(error);
      });
      if (!visit) continue;
      const { status, headers, html } = visit;
      const byProxy = PROXYS_OWN_PAGE.test(html);
      const seen = html === "" || byProxy ? undefined : readPage(html);
      record({ status, byProxy, retryAfter: headers.get("Retry-After"), seen });
      return visit;
    }
  }

  /** Shows the previous page without a request. */
  back(): void {
    this.visits.push(...this.visits.filter(({ html }) => html !== "").slice(-2, -1));
  }

  /** Fills a form of the deletion page and submits it this many times at once. */
  async pressButton(intent: string, isRight: boolean, times: number, inOwnTabs: boolean) {
    const isOffered = () => this.visits.length > 0 && this.offers("intent", intent);
    // After an error page the person opens the deletion page again.
    if (!isOffered()) await this.open(DELETION);
    if (!isOffered()) return;
    const { phone, mark } = this.own;
    const code = this.site.accounts.codeOf(phone);
    const fields: { [intent: string]: Record<string, string | string[]> } = {
      send: { phone: phone.slice("+91".length) },
      verify: { otp: isRight ? code : String((Number(code) + 1) % 1_000_000) },
      reasons: { reason: ["Privacy concerns", "Others"], others: mark },
    };
    const openTab = () => (inOwnTabs ? new Tab(this.site, this.own, this.cookies) : this);
    const others = Array.from({ length: times - 1 }, openTab);
    if (inOwnTabs) await Promise.all(others.map((tab) => tab.open(DELETION)));
    const tabs = [this, ...others].filter((tab) => tab.offers("intent", intent));
    const submissions = tabs.map((tab) => tab.submit("intent", intent, fields[intent]));
    await Promise.allSettled(submissions);
    await Promise.all(submissions);
  }
}

function identityOf(person: number, visit: number) {
  const octets = [person >> 14, person >> 7, person].map((part) => (part & 127) + 1);
  return {
    person,
    /** Each visit has new cookies. */
    visit,
    phone: `+917${String(person).padStart(9, "0")}`,
    mark: `mark-${person}-${((person * 2_654_435_761) >>> 0).toString(36)}`,
    /** Some people share one address, as behind carrier-grade NAT. */
    address: person % 13 === 5 ? "198.51.100.7" : `10.${octets.join(".")}`,
  };
}

/** Runs all steps of a journey; a step without a response does not end it. */
export async function walk(site: Site, journey: Journey, visit: number): Promise<void> {
  const own = identityOf(journey.person, visit);
  site.history.push({ type: "person", ...own });
  site.accounts.open(own.person, own.phone, journey.moods);
  const tab = new Tab(site, own);
  for (const step of journey.steps) {
    try {
      await step(tab);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
  }
}
