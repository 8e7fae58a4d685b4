import { beforeEach } from "vitest";
import { languages } from "server/process/languages.server";
import { startBuiltServer } from "../support/built-server";
import { allowDeletions, CODE, json, PAGE } from "../support/deletion-site";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FormClient } from "../support/form-client";
import { SUBMIT } from "../support/use-server";
import { endWithWorker } from "./shared-server";

export { SUBMIT };
export const ACCESS_KEY = "key-7b1f2d-never-in-a-browser";
export const METRICS_TOKEN = "metrics-token-of-an-admin";

const upstream = await FaultyUpstream.start();
const server = await startBuiltServer({
  env: {
    ...upstream.settings,
    CONTACT_FORM_URL: upstream.origin + SUBMIT,
    CONTACT_FORM_ACCESS_KEY: ACCESS_KEY,
    METRICS_TOKEN,
    LANGUAGES: languages.join(","),
    LOG_LEVEL: "trace",
    TRUST_PROXY: "1",
  },
});
endWithWorker(server.child);

class SharedSite {
  readonly upstream = upstream;
  readonly server = server;
  #lastPhone = 9_817_263_540;
  #people = 0;

  /** A phone number that no test has used, so that limits do not carry over between tests. */
  newPhone(): string {
    this.#lastPhone += 1;
    return String(this.#lastPhone);
  }

  healthy(): void {
    this.upstream.reset();
    this.upstream.set(SUBMIT, json({ success: true, message: "Email sent" }));
    allowDeletions(this.upstream);
  }

  /** A visitor whose address has not reached any limit. */
  newVisitor(): FormClient {
    this.#people += 1;
    const address = `203.0.${this.#people >> 8}.${this.#people & 255}`;
    return new FormClient(this.server.url, address);
  }

  async atPhone(): Promise<FormClient> {
    const client = this.newVisitor();
    await client.open(PAGE);
    return client;
  }

  async atCode(phone = this.newPhone()): Promise<FormClient> {
    const client = await this.atPhone();
    await client.press("Send OTP", { phone });
    return client;
  }

  async atConfirm(): Promise<FormClient> {
    const client = await this.atCode();
    await client.press("Verify OTP", { otp: CODE });
    await client.press("Delete Account", { reason: "Privacy concerns" });
    return client;
  }
}

const site = new SharedSite();

/** Returns the site that is started once per worker. Its upstreams are reset before each test of the file. */
export function useSharedSite(): SharedSite {
  beforeEach(() => site.healthy());
  return site;
}
