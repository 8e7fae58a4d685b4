import {
  preload,
  startBuiltServer,
  type BuiltServer,
  type BuiltServerOptions,
} from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";

export const SHARED = {
  SITE_URL: "https://pulse.example.com",
  SITE_NAME: "Ring Road",
  CONTACT_EMAIL: "help@pulse.example",
  CONTACT_FORM_ACCESS_KEY: "key",
  SESSION_SECRET: "a secret that the servers and their tests share",
  STORE_URL: "https://store.example.org/apps/details",
  APP_ID: "org.example.scout",
  DEEP_LINK_SCHEME: "scouttest",
};

/** At a request for this path, a server logs the property names of `Object.prototype`. */
export const PROTOTYPE_PATH = "/healthz?prototype";

/** Defines `navigator` as Node 21 and later do, which must not be taken for a browser. */
const NODE_OPTIONS = preload(`
  import { subscribe } from "node:diagnostics_channel";
  globalThis.navigator ||= {};
  subscribe("http.server.request.start", ({ request }) => {
    if (request.url !== "${PROTOTYPE_PATH}") return;
    console.log("inherited " + Object.getOwnPropertyNames(Object.prototype));
  });
`);

type Program = NonNullable<BuiltServerOptions["under"]>;

/** A server and the healthy upstream behind it. */
type SharedServer = BuiltServer & { upstream: FaultyUpstream };

const running = new Map<Program, Promise<SharedServer>>();

/**
 * A server with healthy upstreams, for tests that do not change its state. It is started once per worker and ends with
 * it. Its log also contains the requests of other files.
 */
export function sharedServer(under: Program = "main"): Promise<SharedServer> {
  const server = running.get(under) ?? start(under);
  running.set(under, server);
  return server;
}

/** The shared server of each program, for tests that must pass under both. */
export const bothServers = async () =>
  [
    ["main", await sharedServer("main")],
    ["remix-serve", await sharedServer("remix-serve")],
  ] as const;

async function start(under: Program): Promise<SharedServer> {
  const upstream = await FaultyUpstream.start();
  const own = { CONTACT_FORM_URL: upstream.origin, TRUST_PROXY: "1", NODE_OPTIONS };
  const env = { ...SHARED, ...upstream.settings, ...own };
  const server = await startBuiltServer({ under, env });
  process.once("exit", () => server.child.kill("SIGKILL"));
  // A worker gets SIGTERM to exit, and `disconnect` when its parent is gone.
  for (const event of ["SIGTERM", "disconnect"]) process.once(event, () => process.exit());
  return { ...server, upstream };
}
