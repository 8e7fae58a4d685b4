import type { Logger } from "../process/logger.server";
import type { Sandbox } from "../process/sandbox-process.server";
import type { Settings } from "../process/settings.server";
import { createAuthApi } from "./auth-api.server";
import { createContactForm } from "./contact-form.server";
import { createCoreApi } from "./core-api.server";
import { createHttpClient, type OnCall } from "./http-client.server";

interface UpstreamsOptions {
  settings: Settings;
  /** Answers for every upstream whose URL is unset. */
  sandbox: Sandbox | null;
  logger: Logger;
  onCall: OnCall;
}

/** Creates the APIs of all upstreams, each with a client of its own. */
export function createUpstreams({ settings, sandbox, logger, onCall }: UpstreamsOptions) {
  const { coreApiUrl, authApiUrl, contactFormUrl, upstreamTimeoutMs: timeoutMs } = settings;

  function inSandbox(path: string): Promise<string> {
    const origin = sandbox?.url ?? Promise.reject(new Error("there is no sandbox"));
    const url = origin.then((started) => started + path);
    // A rejection that nobody waits for must not end this process.
    url.catch(() => undefined);
    return url;
  }
  const client = (name: string, url: string | undefined, sandboxPath: string) =>
    createHttpClient({
      name,
      baseUrl: url ?? inSandbox(sandboxPath),
      timeoutMs,
      logger,
      onCall,
    });

  const core = client("core", coreApiUrl, "/api/core");
  const auth = client("auth", authApiUrl, "/api/auth");
  const contact =
    contactFormUrl === undefined && sandbox === null
      ? null
      : client("contact-form", contactFormUrl, "/contact-form");
  // The sandbox accepts any key, so it never gets the real one.
  const contactKey = contactFormUrl === undefined ? "sandbox" : settings.contactFormAccessKey;
  return {
    coreApi: createCoreApi(core),
    /** For exports: pages never wait for their calls. */
    exportApi: createCoreApi(client("core-export", coreApiUrl, "/api/core")),
    authApi: createAuthApi(auth),
    /** Null where there is no form service. */
    contactForm: contact && createContactForm(contact, contactKey ?? ""),
    states: () => [core, auth, ...(contact ? [contact] : [])].map((upstream) => upstream.state()),
    /** Try the upstreams that no page reads, of which only forms would tell whether they are there. By name. */
    connections: {
      auth: auth.tryConnection,
      ...(contact && { "contact-form": contact.tryConnection }),
    },
    /** Which upstreams the sandbox replaces. */
    inSandbox: {
      core: sandbox !== null && coreApiUrl === undefined,
      auth: sandbox !== null && authApiUrl === undefined,
      contactForm: sandbox !== null && contactFormUrl === undefined,
    },
  };
}
