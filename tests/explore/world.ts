import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { FaultyUpstream, type Behaviour } from "../support/faulty-upstream";
import type { Chance } from "./chance";

export const SEND = "/auth/whatsapp/send-otp";
export const VERIFY = "/auth/whatsapp/verify-otp";
export const DELETE = "/auth/profile/delete";
const CONTACT = "/contact";

/** What the upstream does with each path while it is well. */
const well: Readonly<Record<string, Behaviour>> = {
  "*": { kind: "healthy" },
  [SEND]: { kind: "json", json: { sessionId: "session", message: "sent" } },
  [VERIFY]: { kind: "json", json: { action: "login", token: "token", message: "welcome" } },
  [DELETE]: { kind: "json", json: { message: "Account deleted successfully" } },
  [CONTACT]: { kind: "json", json: { success: true, message: "thank you" } },
};

/** What may befall it. */
const troubles: readonly [Behaviour, ...Behaviour[]] = [
  { kind: "stall" },
  { kind: "reset" },
  { kind: "reset-after-half" },
  { kind: "html" },
  { kind: "wrong-types" },
  { kind: "failure", error: "The fleet sleeps" },
  { kind: "status", status: 503, text: "busy" },
  { kind: "status", status: 500, json: { message: "Broken" } },
  { kind: "status", status: 401, json: { message: "Log in again" } },
  { kind: "status", status: 429, json: { message: "Slow down" } },
];

/** Other good answers of the auth API. */
const variants: Readonly<Record<string, unknown>> = {
  [SEND]: {
    message: "was deleted",
    warning: { action: "reactivation_available", deleted_at: "2026-11-01T10:00:00Z" },
  },
  [VERIFY]: { action: "signup_required", message: "unknown" },
  [DELETE]: { message: "Account successfully soft deleted", deleted_at: "2026-11-20T10:00:00Z" },
};

/** The built server and the upstream before which it stands. */
export interface World {
  site: BuiltServer;
  upstream: FaultyUpstream;
  /** How the upstream answers deletions at the moment. */
  deletions(): Behaviour;
  /** All is well again. */
  calm(): void;
  /** Something changes with the upstream. @returns what */
  change(chance: Chance): string;
  stop(): Promise<void>;
}

export async function startWorld(): Promise<World> {
  const upstream = await FaultyUpstream.start();
  const site = await startBuiltServer({
    env: {
      ...upstream.settings,
      CONTACT_FORM_URL: `${upstream.origin}${CONTACT}`,
      CONTACT_FORM_ACCESS_KEY: "key",
      LANGUAGES: "en",
      // Each walk comes from an address of its own.
      TRUST_PROXY: "1",
      UPSTREAM_TIMEOUT_MS: "1500",
    },
  });
  const behaviours = new Map<string, Behaviour>();
  const set = (path: string, behaviour: Behaviour) => {
    behaviours.set(path, behaviour);
    upstream.set(path, behaviour);
  };
  function calm() {
    upstream.reset();
    for (const [path, behaviour] of Object.entries(well)) set(path, behaviour);
  }
  calm();
  return {
    site,
    upstream,
    calm,
    deletions: () => behaviours.get(DELETE) ?? { kind: "healthy" },
    change(chance) {
      const path = chance.of(Object.keys(well)) ?? "*";
      const usual: Behaviour = well[path] ?? { kind: "healthy" };
      const what = chance.weighted({ well: 4, slow: 3, trouble: 4, variant: 2 });
      const json = variants[path];
      if (what === "trouble") set(path, chance.of(troubles));
      else if (what === "slow" && (usual.kind === "healthy" || usual.kind === "json"))
        set(path, { ...usual, delayMs: 700 });
      else if (what === "variant" && json !== undefined) set(path, { kind: "json", json });
      else set(path, usual);
      return `upstream ${path}: ${JSON.stringify(behaviours.get(path))}`;
    },
    async stop() {
      await site.kill();
      await upstream.stop();
    },
  };
}
