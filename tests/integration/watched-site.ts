import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { CODE, json, OTP_SESSION, PAGE, says, SEND, VERIFY } from "../support/deletion-site";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FormClient, type Visit } from "../support/form-client";
import { parseScrape, type Scrape } from "./scrape-timeline";

/** The rules that Prometheus judges by. */
export const ALERTS_FILE = "deploy/prometheus-alerts.yml";
/** What Prometheus shows to `/metrics`. */
export const METRICS_TOKEN = "metrics-token-of-tests";

const DASHBOARD = "/pulsescout/dashboard";
const CONTACT_FORM = "/contact-form";
/** From the project's folder, where tests run. */
const CLOCK_OF_SCRAPES = "--import=./tests/integration/clock-of-scrapes.js";

const rules = readFileSync(ALERTS_FILE, "utf8");

/** A built server that Prometheus watches, before upstreams whose faults are set; each scrape is 15 s after the last. */
export class WatchedSite {
  #visitors = 0;
  #pages = 0;
  #phone = 9_817_263_540;
  #deleter: FormClient | null = null;

  private constructor(
    readonly upstream: FaultyUpstream,
    public server: BuiltServer,
    readonly env: Record<string, string>,
  ) {}

  /** @param options `scrapesMoveClock`: false for a server whose clocks are to be the real ones */
  static async start(
    env: Record<string, string> = {},
    { scrapesMoveClock = true } = {},
  ): Promise<WatchedSite> {
    const upstream = await FaultyUpstream.start();
    const all = {
      ...upstream.settings,
      CONTACT_FORM_URL: upstream.origin + CONTACT_FORM,
      CONTACT_FORM_ACCESS_KEY: "key",
      METRICS_TOKEN,
      TRUST_PROXY: "1",
      LOG_LEVEL: "warn",
      ...(scrapesMoveClock && { NODE_OPTIONS: CLOCK_OF_SCRAPES }),
      ...env,
    };
    const site = new WatchedSite(upstream, await startBuiltServer({ env: all }), all);
    site.recover();
    return site;
  }

  async stop(): Promise<void> {
    await this.server.kill();
    await this.upstream.stop();
  }

  /** Starts the server again at the same address, after its end. */
  async startAgain(): Promise<void> {
    const { port } = new URL(this.server.url);
    this.server = await startBuiltServer({ env: { ...this.env, PORT: port } });
  }

  /** All upstreams are well. */
  recover(): void {
    this.upstream.reset();
    this.upstream.set(CONTACT_FORM, json({ success: true, message: "sent" }));
  }

  /** What Prometheus gets, as far as the alerts ask for it; null when nothing answers. */
  async scrape(): Promise<Scrape> {
    try {
      const answer = await fetch(`${this.server.url}/metrics`, {
        headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
      });
      return parseScrape(await answer.text(), (name) => rules.includes(name));
    } catch {
      return null;
    }
  }

  /** A person with a network of their own. */
  visitor(): FormClient {
    this.#visitors += 1;
    return new FormClient(this.server.url, `203.0.${this.#visitors >> 8}.${this.#visitors & 255}`);
  }

  /** Somebody looks at the dashboard. */
  async visit(): Promise<void> {
    await this.visitor().open(DASHBOARD);
  }

  /** Somebody looks at a page of trips that nobody has looked at before. */
  async visitNewPage(): Promise<Visit> {
    this.#pages += 1;
    return this.visitor().open(`${DASHBOARD}?tab=trip&q=trip-${this.#pages}`);
  }

  /** Resolves when no refresh is under way. */
  async refreshed(): Promise<void> {
    const password = Buffer.from(`operator:${METRICS_TOKEN}`).toString("base64");
    const headers = { Authorization: `Basic ${password}` };
    const status = () => fetch(`${this.server.url}${DASHBOARD}/status`, { headers });
    await expect.poll(async () => (await status()).text()).not.toMatch(/being refreshed/i);
  }

  /** Somebody gets a code; whoever got one before is gone. */
  async getCode(): Promise<void> {
    this.#phone += 1;
    this.upstream.set(SEND, json({ sessionId: OTP_SESSION + this.#phone, message: "sent" }));
    this.#deleter = this.visitor();
    await this.#deleter.open(PAGE);
    await this.#deleter.press("Send OTP", { phone: String(this.#phone) });
  }

  /** The same person types another one. */
  async mistypeCode(): Promise<void> {
    this.upstream.set(VERIFY, says(400, { message: "Invalid OTP" }));
    await this.#deleter?.press("Verify OTP", { otp: CODE });
  }

  /** @returns the status of each answer */
  async sendMessages(from: FormClient, times: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let time = 0; time < times; time += 1) {
      await from.open("/contactus?audience=individual");
      const sent = await from.press("Send", {
        first_name: "Asha",
        last_name: "Rao",
        email: "asha@example.org",
        message: "Hello",
      });
      statuses.push(sent.status);
    }
    return statuses;
  }

  /** Somebody's browser tells how long a page took. */
  async tellPaint(milliseconds: number): Promise<void> {
    await fetch(`${this.server.url}/vitals`, {
      method: "POST",
      headers: { "Sec-Fetch-Site": "same-origin" },
      body: JSON.stringify({ page: "/blogs", vitals: { LCP: milliseconds } }),
    });
  }
}
