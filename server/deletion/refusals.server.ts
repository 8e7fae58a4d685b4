import { z } from "zod";
import { requestContext } from "../process/request-context.server";
import { cookieName, cookieValues } from "../session/cookie-header.server";
import { createSealedCookie } from "../session/sealed-cookie.server";
import type { Settings } from "../process/settings.server";
import { fields, limitProblem } from "./journey.server";
import { message } from "./call-results.server";
import { placeNames, placeOf, type DeletionSession } from "./places.server";
import { reasonIds } from "./form-fields.server";
import { SESSION_MS } from "./session.server";

const NAME = "pulse-deletion-refusal";
const VERSION = 1;

/** A stored refusal of a form: the problem, and input that is not stored in the session. */
const refusal = z.object({
  /** A refusal of another version is ignored. */
  version: z.literal(VERSION),
  /** The place whose page shows the refusal. */
  at: z.enum(placeNames),
  status: z.literal([400, 409, 429, 502, 503]),
  problem: z.object({
    message,
    said: z.string().optional(),
    field: z.enum(fields).optional(),
    note: message.optional(),
    again: z.boolean().optional(),
    write: z.boolean().optional(),
    /** When to try again, in milliseconds since 1970. */
    retryAt: z.number().optional(),
    /** An invalid phone number, to fill the field again. */
    typed: z.string().optional(),
  }),
  reasons: z.object({ chosen: z.array(z.enum(reasonIds)), others: z.string() }).optional(),
});
export type Refusal = Omit<z.infer<typeof refusal>, "version">;

/** Whether a refusal is a temporary limit, of the person or of the process. */
export const isLimit = ({ status }: Pick<Refusal, "status">) => status === 429 || status === 503;

/**
 * Stores refusals across a redirect: reloading the response of a POST would make browsers ask whether to send the form
 * again, and a limit must be shown again after a reload. A refusal has its own sealed cookie, so that the URL contains
 * nothing of it. The next form deletes the cookie.
 */
export function createRefusals({ sessionSecrets }: Pick<Settings, "sessionSecrets">) {
  const cookie = createSealedCookie({
    name: NAME,
    secrets: sessionSecrets,
    purpose: "pulse account deletion refusal",
    schema: refusal,
  });
  const https = () => requestContext().secureCookies;
  return {
    /** Stores a refusal. @returns false when it does not fit into a cookie */
    async keep(headers: Headers, one: Refusal): Promise<boolean> {
      const versioned = { version: VERSION, ...one } as const;
      if (!cookie.fits(versioned)) return false;
      headers.append("Set-Cookie", await cookie.seal(versioned, Date.now() + SESSION_MS, https()));
      return true;
    },
    /**
     * The refusal that a page must show for its step. A limit is shown at any URL of the step, as long as it lasts; any
     * other refusal only if the URL names the step.
     *
     * @param session the session that the page shows
     * @param step the step in the URL
     */
    async at(
      request: Request,
      session: DeletionSession | null,
      step: string | null,
    ): Promise<Refusal | null> {
      const refusal = await cookie.unseal(request.headers.get("Cookie"), https());
      return isOf(refusal, session, step) ? refusal : lockRefusal(session);
    },
    /** Deletes the cookie of a request's refusal, if any. */
    forget(headers: Headers, request: Request): void {
      const values = cookieValues(request.headers.get("Cookie"), cookieName(NAME, https()));
      if (values.length > 0) headers.append("Set-Cookie", cookie.clear(https()));
    },
  };
}

function isOf(
  known: Refusal | null,
  session: DeletionSession | null,
  step: string | null,
): known is Refusal {
  if (known === null || known.at !== placeOf(session)) return false;
  if (!isLimit(known)) return known.at === step;
  return (known.problem.retryAt ?? 0) > Date.now();
}

/** The refusal of a locked session, which is shown even after its limit has ended. */
function lockRefusal(session: DeletionSession | null): Refusal | null {
  if (session?.at !== "locked") return null;
  return {
    at: "locked",
    status: 429,
    problem: { ...limitProblem(session), retryAt: session.until },
  };
}

/** The session with the posted reasons of its refusal, which the cookie does not contain. */
export function withTyped(
  session: DeletionSession | null,
  known: Refusal | null,
): DeletionSession | null {
  return session?.at === "reasons" ? { ...session, ...known?.reasons } : session;
}

/** The posted reasons of a refused form. */
export function typedReasons(shown: DeletionSession | null | undefined): Refusal["reasons"] {
  if (shown?.at !== "reasons") return undefined;
  return { chosen: shown.chosen, others: shown.others };
}
