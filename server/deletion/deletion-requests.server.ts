import { randomUUID } from "node:crypto";
import { postedForm } from "../http/posted-form.server";
import { requestContext } from "../http/request-context.server";
import { retryAfter } from "../http/retry-after.server";
import type { Limits } from "../limits/limits.server";
import type { Logger } from "../logger.server";
import type { Redis } from "../redis/redis.server";
import { cookieName } from "../session/cookie-header.server";
import { createSealedCookie } from "../session/sealed-cookie.server";
import type { Settings } from "../settings.server";
import type { AuthApi } from "../upstream/auth-api.server";
import { readDeletionForm } from "./deletion-form.server";
import type { Problem } from "./deletion-outcome.server";
import { deletionPage, type DeletionPage } from "./deletion-page.server";
import { createDeletionService } from "./deletion-service.server";
import {
  deletionSession,
  SESSION_MS,
  sessionEnd,
  type DeletionSession,
  type FinishedSession,
} from "./deletion-session.server";
import { packing } from "./packed-session.server";

/** Longest part of a wrong phone number that is shown again. */
const LONGEST_ECHO = 40;

/** A page to render: what it shows, and the status and headers it goes out with. */
export interface DeletionAnswer {
  page: DeletionPage;
  /** What stands in the way; a wrong phone number comes back in its field as `typed`. */
  problem: (Problem & { retryAt?: number; typed?: string }) | null;
  status: number;
  headers: Headers;
}

/** Where to look next, and what to tell the person there. */
export interface DeletionMove {
  to: "page" | "home";
  toast?: string | undefined;
  headers: Headers;
}

/** The account-deletion page in terms of HTTP: cookies in, pages and redirects out. */
export interface Deletion {
  /** The page of where the person stands. */
  show(request: Request): Promise<DeletionAnswer>;
  /** Answers a posted form: with the page again, or with where to look next. */
  answer(request: Request): Promise<DeletionAnswer | DeletionMove>;
  /** The receipt of the person who sends the request; null unless their deletion has just been done. */
  receipt(request: Request): Promise<FinishedSession | null>;
}

export interface DeletionParts {
  authApi: AuthApi;
  limits: Limits;
  fingerprint: (text: string) => string;
  /** Shares deletions under way with other instances; null for none. */
  redis: Redis | null;
  settings: Pick<Settings, "sessionSecrets">;
  logger: Logger;
}

export function createDeletion(parts: DeletionParts): Deletion {
  const { settings, logger } = parts;
  const cookie = createSealedCookie({
    name: "pulse-deletion",
    secrets: settings.sessionSecrets,
    purpose: "pulse account deletion",
    schema: deletionSession,
    packing,
  });
  const service = createDeletionService({ ...parts, fits: (session) => cookie.fits(session) });

  const unseal = (request: Request) =>
    cookie.unseal(request.headers.get("Cookie"), requestContext().secureCookies);

  async function setCookie(session: DeletionSession | null): Promise<string> {
    const https = requestContext().secureCookies;
    if (session === null) return cookie.clear(https);
    return cookie.seal(session, sessionEnd(session, Date.now()), https);
  }

  /** @returns false when a receipt could not be sealed; any other fault is thrown */
  async function keep(headers: Headers, session: DeletionSession | null) {
    try {
      headers.append("Set-Cookie", await setCookie(session));
      return true;
    } catch (err) {
      if (session?.at !== "done") throw err;
      logger.error({ err, reference: session.reference }, "a receipt could not be kept");
      return false;
    }
  }

  async function pageOf(session: DeletionSession | null): Promise<DeletionPage> {
    return deletionPage(session, Date.now(), await service.resendAt(session), randomUUID());
  }

  return {
    async show(request) {
      const session = await service.standing(await unseal(request));
      const page = await pageOf(session);
      const headers = privateHeaders(session);
      const until = page.refusal?.until ?? 0;
      if (until <= page.now) return { page, problem: null, status: 200, headers };
      headers.set("Retry-After", retryAfter(until, page.now));
      return { page, problem: null, status: 429, headers };
    },

    async answer(request) {
      const form = readDeletionForm(await postedForm(request));
      const sealed = await unseal(request);
      if (form === null) return { to: "page", headers: privateHeaders(null) };
      const outcome = await service.answer(sealed, form, requestContext().clientAddress);
      const { session } = outcome;
      const headers = privateHeaders(session);
      const moved = outcome.kind === "moved";
      if (moved || session !== sealed) {
        const kept = await keep(headers, session);
        // The account is deleted, whatever fails now: the page itself is the receipt.
        if (!kept) return { page: await pageOf(session), problem: null, status: 200, headers };
      }
      if (moved) {
        return { to: outcome.to ?? "page", toast: outcome.toast, headers };
      }
      const { status, problem, retryAt, shown = session } = outcome;
      const page = await pageOf(shown);
      if (status === 429 && retryAt !== undefined) {
        headers.set("Retry-After", retryAfter(retryAt, page.now));
      }
      const typed = problem.field === "phone" ? form.phone.slice(0, LONGEST_ECHO) : undefined;
      return { page, problem: { ...problem, retryAt, typed }, status, headers };
    },

    async receipt(request) {
      const session = await unseal(request);
      return session?.at === "done" ? session : null;
    },
  };
}

/**
 * No copy of a step is kept anywhere. A finished deletion also empties the browser's own storage; the home page,
 * where it leads to, would take that for a first visit and begin with its loader.
 */
function privateHeaders(session: DeletionSession | null): Headers {
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (session?.at !== "done") return headers;
  headers.set("Clear-Site-Data", '"storage"');
  const { secureCookies } = requestContext();
  const noLoader = `${cookieName("loader", secureCookies)}=off; Path=/; Max-Age=${SESSION_MS / 1000}; SameSite=Lax`;
  headers.append("Set-Cookie", secureCookies ? `${noLoader}; Secure` : noLoader);
  return headers;
}
