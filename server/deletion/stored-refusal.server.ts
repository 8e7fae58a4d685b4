import { z } from "zod";
import { requestContext } from "../process/request-context.server";
import { cookieName, cookieValues } from "../session/cookie-header.server";
import { createSealedCookie } from "../session/sealed-cookie.server";
import type { Settings } from "../process/settings.server";
import { SESSION_MS } from "./session.server";
import { places } from "./journey.server";
import { message } from "./messages.server";
import { reasonIds } from "./reasons.server";

const NAME = "pulse-deletion-refusal";
const VERSION = 1;

/** What a form was refused with: why, and what was typed that no session keeps. */
const refusal = z.object({
  /** A refusal of another version is none: the page is then shown without it. */
  version: z.literal(VERSION),
  /** Of the page that says so, and no other. */
  at: z.enum(places),
  status: z.literal([400, 409, 429, 502, 503]),
  problem: z.object({
    message,
    said: z.string().optional(),
    field: z.enum(["phone", "otp", "reasons", "others"]).optional(),
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
 * Refusals on their way from the form to the page that says so: a page that was posted for cannot be loaded again
 * without being asked whether to send the form again. Each travels in a sealed cookie of its own, so that the URL holds
 * nothing of it and a reload says it again; the next form ends it.
 */
export interface StoredRefusals {
  /** @returns false when it does not fit a cookie */
  keep(headers: Headers, refusal: Refusal): Promise<boolean>;
  find(request: Request): Promise<Refusal | null>;
  /** Ends the one that a request brings, if any. */
  forget(headers: Headers, request: Request): void;
}

export function createStoredRefusals({
  sessionSecrets,
}: Pick<Settings, "sessionSecrets">): StoredRefusals {
  const cookie = createSealedCookie({
    name: NAME,
    secrets: sessionSecrets,
    purpose: "pulse account deletion refusal",
    schema: refusal,
  });
  const https = () => requestContext().secureCookies;
  return {
    async keep(headers, one) {
      const kept = { version: VERSION, ...one } as const;
      if (!cookie.fits(kept)) return false;
      headers.append("Set-Cookie", await cookie.seal(kept, Date.now() + SESSION_MS, https()));
      return true;
    },
    find: (request) => cookie.unseal(request.headers.get("Cookie"), https()),
    forget(headers, request) {
      const brought = cookieValues(request.headers.get("Cookie"), cookieName(NAME, https()));
      if (brought.length > 0) headers.append("Set-Cookie", cookie.clear(https()));
    },
  };
}
