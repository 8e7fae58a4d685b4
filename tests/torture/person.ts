import { FormClient, type Visit } from "../support/form-client";
import type { RequestEvent } from "./history";
import { readPage } from "./page-facts";
import type { Journey } from "./plan";
import type { Site } from "./site";

const DELETION = "/pulsescout/delete-user";

/** Connections that a browser keeps open, and gives up one after the other before it opens a new one. */
const KEPT_CONNECTIONS = 6;
const CLOSED = /other side closed|ECONNRESET/;

const PROXYS_OWN_PAGE = /^<html><body><h1>\d{3} /;

/** No answer came; the browser stays on the page that it was on. */
class NoAnswer extends Error {}

/** A tab of a person's browser without scripts; what it asks for and what it sees is in the history. */
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
    for (let kept = KEPT_CONNECTIONS; ; kept -= 1) {
      const from = Date.now();
      const note = (answer: Partial<RequestEvent>) =>
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
        const sentAgain = kept > 0 && CLOSED.test(error);
        note({ error, sentAgain });
        if (!sentAgain) throw new NoAnswer(error);
      });
      if (!visit) continue;
      const { status, headers, html } = visit;
      const byProxy = PROXYS_OWN_PAGE.test(html);
      const seen = html === "" || byProxy ? undefined : readPage(html);
      note({ status, byProxy, retryAfter: headers.get("Retry-After"), seen });
      return visit;
    }
  }

  /** Shows the page before, as it was. */
  back(): void {
    this.visits.push(...this.visits.filter(({ html }) => html !== "").slice(-2, -1));
  }

  /** Fills a form of the deletion page and presses its button, so many times at once. */
  async pressButton(intent: string, isRight: boolean, times: number, inOwnTabs: boolean) {
    const isOffered = () => this.visits.length > 0 && this.offers("intent", intent);
    // Whoever got an error page looks where they stand.
    if (!isOffered()) await this.open(DELETION);
    if (!isOffered()) return;
    const { phone, mark } = this.own;
    const code = this.site.accounts.codeOf(phone);
    const fields: { [intent: string]: Record<string, string | string[]> } = {
      send: { phone: phone.slice("+91".length) },
      verify: { otp: isRight ? code : String((Number(code) + 1) % 1_000_000) },
      reasons: { reason: ["Privacy concerns", "Others"], others: mark },
    };
    const another = () => (inOwnTabs ? new Tab(this.site, this.own, this.cookies) : this);
    const others = Array.from({ length: times - 1 }, another);
    if (inOwnTabs) await Promise.all(others.map((tab) => tab.open(DELETION)));
    const pressed = [this, ...others].filter((tab) => tab.offers("intent", intent));
    const answers = pressed.map((tab) => tab.submit("intent", intent, fields[intent]));
    await Promise.allSettled(answers);
    await Promise.all(answers);
  }
}

function identityOf(person: number, visit: number) {
  const place = [person >> 14, person >> 7, person].map((part) => (part & 127) + 1);
  return {
    person,
    /** A person who comes back has new cookies. */
    visit,
    phone: `+917${String(person).padStart(9, "0")}`,
    mark: `mark-${person}-${((person * 2_654_435_761) >>> 0).toString(36)}`,
    /** Some share it with a crowd, as on a carrier network. */
    address: person % 13 === 5 ? "198.51.100.7" : `10.${place.join(".")}`,
  };
}

/** Goes through a journey; resolves when the person has left. */
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
