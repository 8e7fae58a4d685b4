import { FormClient, type Visit } from "../support/form-client";
import type { History } from "./history";
import { readPage } from "./page-facts";

/** Who is browsing, for the history. */
export interface Visitor {
  person: number;
  visit: number;
  address: string;
}

/** No answer came; the browser stays on the page that it was on. */
export class NoAnswer extends Error {}

/** Connections that a browser keeps open, and gives up one after the other before it opens a new one. */
const CONNECTIONS = 6;

/** A connection that was kept open had been given up by the other side. */
class ClosedConnection extends Error {}
const CLOSED = /other side closed|ECONNRESET/;

/** The proxy's own pages. */
const BY_PROXY = /^<html><body><h1>\d{3} /;

/** A tab of a browser without scripts, which notes what is asked for and what is seen. */
export class Tab extends FormClient {
  #again: (() => Promise<unknown>) | null = null;

  constructor(
    origin: string,
    readonly visitor: Visitor,
    readonly history: History,
    cookies?: Map<string, string>,
  ) {
    super(origin, visitor.address, cookies);
  }

  /** Another tab of the same browser, on the same page. */
  another(): Tab {
    const tab = new Tab(this.origin, this.visitor, this.history, this.cookies);
    tab.visits.push(...this.visits.slice(-1));
    return tab;
  }

  /** Shows the page before, as it was. */
  back(): void {
    const pages = this.visits.filter(({ html }) => html !== "");
    this.visits.push(...pages.slice(-2, -1));
  }

  /** Asks again for what the page was the answer to. */
  async reload(): Promise<void> {
    await this.#again?.();
  }

  override async send(method: string, path: string, body?: URLSearchParams): Promise<Visit> {
    this.#again = () => this.send(method, path, body);
    for (let left = CONNECTIONS; left > 0; left -= 1) {
      try {
        return await this.#try(method, path, body, true);
      } catch (error) {
        if (!(error instanceof ClosedConnection)) throw error;
      }
    }
    return this.#try(method, path, body, false);
  }

  /** @param again whether it is sent again when its connection closes without a word */
  async #try(
    method: string,
    path: string,
    body: URLSearchParams | undefined,
    again: boolean,
  ): Promise<Visit> {
    const from = Date.now();
    const url = new URL(path, this.origin);
    const asked = {
      type: "request" as const,
      person: this.visitor.person,
      visit: this.visitor.visit,
      from,
      method,
      path: url.pathname + url.search,
      intent: body?.get("intent") ?? undefined,
      key: body?.get("idempotencyKey") ?? undefined,
      chosen: chosenBy(url, body),
    };
    let visit: Visit;
    try {
      visit = await super.send(method, path, body);
    } catch (cause) {
      const error = String(cause instanceof Error ? (cause.cause ?? cause) : cause);
      const sentAgain = (again && CLOSED.test(error)) || undefined;
      this.history.add({ ...asked, to: Date.now(), status: null, error, sentAgain });
      throw sentAgain ? new ClosedConnection(error) : new NoAnswer(error);
    }
    const { status, headers, html } = visit;
    const byProxy = BY_PROXY.test(html) || undefined;
    this.history.add({
      ...asked,
      to: Date.now(),
      status,
      byProxy,
      retryAfter: headers.get("Retry-After") ?? undefined,
      seen: html === "" || byProxy ? undefined : readPage(html),
    });
    return visit;
  }
}

function chosenBy(url: URL, body: URLSearchParams | undefined) {
  const theme = body?.get("theme");
  const language = url.searchParams.get("lang");
  if (!theme && !language) return undefined;
  return { ...(theme && { theme }), ...(language && { language }) };
}
