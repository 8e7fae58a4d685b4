import { afterAll, beforeAll, beforeEach } from "vitest";
import { startBuiltServer, type BuiltServer } from "./built-server";
import { FaultyUpstream, type Behaviour } from "./faulty-upstream";
import { FormClient } from "./form-client";

export const PAGE = "/pulsescout/delete-user";
export const SEND = "/auth/whatsapp/send-otp";
export const VERIFY = "/auth/whatsapp/verify-otp";
export const DELETE = "/auth/profile/delete";

export const OTP_SESSION = "otp-session-0c9d1e";
export const TOKEN = "eyJhbGciOi.bearer-token.5a1f";
export const CODE = "482913";

export const json = (body: unknown, delayMs?: number): Behaviour => ({
  kind: "json",
  json: body,
  delayMs,
});
export const says = (status: number, body?: unknown): Behaviour => ({
  kind: "status",
  status,
  json: body,
});

/** The built server before an auth API that does what a test tells it; healthy again before each test. */
export class DeletionSite {
  #running: { upstream: FaultyUpstream; server: BuiltServer } | null = null;
  #lastPhone = 9_817_263_540;

  /** @param env more settings */
  async start(env: Record<string, string> = {}): Promise<void> {
    const upstream = await FaultyUpstream.start();
    const server = await startBuiltServer({
      env: {
        SANDBOX: "off",
        CORE_API_URL: upstream.origin,
        AUTH_API_URL: upstream.origin,
        LOG_LEVEL: "trace",
        ...env,
      },
    });
    this.#running = { upstream, server };
  }

  async stop(): Promise<void> {
    await this.server.kill();
    await this.upstream.stop();
  }

  get upstream(): FaultyUpstream {
    return this.#parts.upstream;
  }

  get server(): BuiltServer {
    return this.#parts.server;
  }

  get #parts() {
    if (this.#running === null) throw new Error("the site was not started");
    return this.#running;
  }

  /** Each journey has a number of its own, so that no limit is carried from test to test. */
  newPhone(): string {
    this.#lastPhone += 1;
    return String(this.#lastPhone);
  }

  healthy(): void {
    this.upstream.reset();
    this.upstream.set(VERIFY, json({ action: "login", token: TOKEN, message: "ok" }));
    this.upstream.set(DELETE, json({ message: "Account deleted successfully" }));
    this.expectCode();
  }

  /** The next code that is sent opens an OTP session of its own. */
  expectCode(): void {
    this.upstream.set(SEND, json({ sessionId: OTP_SESSION + this.#lastPhone, message: "sent" }));
  }

  async visitor(): Promise<FormClient> {
    const client = new FormClient(this.server.url);
    await client.open(PAGE);
    return client;
  }

  async atCode(phone = this.newPhone()): Promise<FormClient> {
    this.expectCode();
    const client = await this.visitor();
    await client.press("Send OTP", { phone });
    return client;
  }

  async atReasons(): Promise<FormClient> {
    const client = await this.atCode();
    await client.press("Verify OTP", { otp: CODE });
    return client;
  }

  async atConfirm(): Promise<FormClient> {
    const client = await this.atReasons();
    await client.press("Delete Account", { reason: "Privacy concerns" });
    return client;
  }

  /** The JSON bodies of the calls to a path. */
  bodies(path: string): unknown[] {
    return this.upstream.calls
      .filter((call) => call.path === path)
      .map((call) => JSON.parse(call.body) as unknown);
  }
}

/** Starts the site for the tests of a file and stops it after them. @param env more settings */
export function useDeletionSite(env?: Record<string, string>): DeletionSite {
  const site = new DeletionSite();
  beforeAll(() => site.start(env));
  afterAll(() => site.stop());
  beforeEach(() => site.healthy());
  return site;
}
