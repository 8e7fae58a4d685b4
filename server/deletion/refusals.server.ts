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

/** What a form was refused with: why, and what was typed that no session keeps. */
const refusal = z.object({
  /** A refusal of another version is none: the page is then shown without it. */
  version: z.literal(VERSION),
  /** Of the page that says so, and no other. */
  at: z.enum(placeNames),
  status: z.literal([400, 409, 429, 502, 503]),
  problem: z.object({
    message,
    said: z.string().optional(),
    field: z.enum(fields).optional(),
    note: message.optional(),
    again: z.boolean().optional(),
    write: z.boolean().optional(),
    /** From when on it may be tried again, in milliseconds since 1970. */
    retryAt: z.number().optional(),
    /** A wrong phone number, for its field. */
    typed: z.string().optional(),
  }),
  reasons: z.object({ chosen: z.array(z.enum(reasonIds)), others: z.string() }).optional(),
});
export type Refusal = Omit<z.infer<typeof refusal>, "version">;

/** Whether it is a limit, of the person or of the process, that ends at a time. */
export const isLimit = ({ status }: Pick<Refusal, "status">) => status === 429 || status === 503;

/**
 * The memory of refusals: a page that was posted for cannot be loaded again without being asked whether to send the
 * form again, and a limit is said again after a reload. Each is in a sealed cookie of its own, so that the URL holds
 * nothing of it; the next form ends it.
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
    /** @returns false when it does not fit a cookie */
    async keep(headers: Headers, one: Refusal): Promise<boolean> {
      const kept = { version: VERSION, ...one } as const;
      if (!cookie.fits(kept)) return false;
      headers.append("Set-Cookie", await cookie.seal(kept, Date.now() + SESSION_MS, https()));
      return true;
    },
    /**
     * The refusal that a page has to say: of its own step. A limit is said whatever URL the step is shown at, as long as
     * it holds; any other where the step is asked for by name.
     *
     * @param session what the page shows
     * @param asked the step that the URL asks for
     */
    async at(
      request: Request,
      session: DeletionSession | null,
      asked: string | null,
    ): Promise<Refusal | null> {
      const known = await cookie.unseal(request.headers.get("Cookie"), https());
      return isOf(known, session, asked) ? known : lockedBy(session);
    },
    /** Ends the one that a request brings, if any. */
    forget(headers: Headers, request: Request): void {
      const brought = cookieValues(request.headers.get("Cookie"), cookieName(NAME, https()));
      if (brought.length > 0) headers.append("Set-Cookie", cookie.clear(https()));
    },
  };
}

function isOf(
  known: Refusal | null,
  session: DeletionSession | null,
  asked: string | null,
): known is Refusal {
  if (known === null || known.at !== placeOf(session)) return false;
  if (!isLimit(known)) return known.at === asked;
  return (known.problem.retryAt ?? 0) > Date.now();
}

/** A session that a limit has ended says so also when that limit has passed. */
function lockedBy(session: DeletionSession | null): Refusal | null {
  if (session?.at !== "locked") return null;
  return {
    at: "locked",
    status: 429,
    problem: { ...limitProblem(session), retryAt: session.until },
  };
}

/** What a page shows in place of its session: the reasons as they were sent, which could not be kept there. */
export function withTyped(
  session: DeletionSession | null,
  known: Refusal | null,
): DeletionSession | null {
  return session?.at === "reasons" ? { ...session, ...known?.reasons } : session;
}

/** The reasons of a form that was refused. */
export function typedReasons(shown: DeletionSession | null | undefined): Refusal["reasons"] {
  if (shown?.at !== "reasons") return undefined;
  return { chosen: shown.chosen, others: shown.others };
}
