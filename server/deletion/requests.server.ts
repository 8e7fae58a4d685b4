import { createBoundedMap } from "../process/memory-bounds.server";
import { postedForm, requestContext } from "../process/request-context.server";
import type { Settings } from "../process/settings.server";
import { retryAfter } from "../limits/limits.server";
import { cookieName } from "../session/cookies.server";
import type { CallParts } from "./calls.server";
import { readFormFields, type DeletionForm } from "./form-fields.server";
import { createJourney, type SharedMarks, type Visitor } from "./journey.server";
import type { Moved, Stayed } from "./outcome.server";
import { deletionPage, needsSession } from "./page.server";
import {
  browserCookie,
  browserOf,
  createSessionCookie,
  SESSION_MS,
  type DeletionSession,
} from "./session.server";

export interface DeletionParts extends Pick<CallParts, "authApi" | "limits" | "logger"> {
  settings: Pick<Settings, "sessionSecrets">;
  /** Where instances share finished deletions; null for a single instance. */
  shared: SharedMarks | null;
}

/** Longest text that is shown again in the field of a step. */
const LONGEST_ECHO = 40;

/** Creates the HTTP part of the account-deletion page: it reads cookies, and answers with pages and redirects. */
export function createDeletion({ settings, shared, ...parts }: DeletionParts) {
  const cookie = createSessionCookie(settings.sessionSecrets);
  const callParts: CallParts = { ...parts, coolDowns: createBoundedMap("coolDowns") };
  const journey = createJourney(callParts, shared);

  const visitorOf = async (request: Request): Promise<Visitor> => ({
    browser: browserOf(request),
    session: await cookie.read(request),
  });

  /** A redirect, with a message for the next page. */
  async function move({ session, to, toast }: Moved) {
    const headers = privateHeaders(session);
    headers.append("Set-Cookie", await cookie.write(session));
    return { to: to ?? session?.at ?? "phone", toast, headers };
  }

  /** A page to render, with the status and headers of its response. */
  async function stay(outcome: Stayed, form: DeletionForm) {
    const { shown, status, problem, session } = outcome;
    const headers = privateHeaders(shown);
    if (session) headers.append("Set-Cookie", await cookie.write(session));
    const isLimit = status === 429 || status === 503;
    if (isLimit && problem?.retryAt) headers.set("Retry-After", retryAfter(problem.retryAt));
    return { page: await deletionPage(callParts, outcome, typedAt(shown, form)), status, headers };
  }

  return {
    /** The page of the current session. */
    async show(request: Request) {
      const visitor = await visitorOf(request);
      const seen = await journey.show(visitor);
      const headers = privateHeaders(seen.shown);
      headers.append("Set-Cookie", browserCookie(visitor.browser));
      if (seen.shown !== null) return { page: await deletionPage(callParts, seen), headers };
      headers.set("Cache-Control", "private, no-cache");
      const step = new URL(request.url).searchParams.get("step");
      // Steps are shown only after a form has set the cookie, so the browser did not keep it, or it has expired.
      const isMissing = visitor.session === null && needsSession(step);
      const problem = isMissing ? ({ message: "problem.no-session" } as const) : null;
      return { page: await deletionPage(callParts, { ...seen, problem }), headers };
    },

    /** Answers a posted form: with the page, or with a redirect. */
    async answer(request: Request) {
      const form = readFormFields(await postedForm(request));
      const outcome = await journey.answer(await visitorOf(request), form);
      return "status" in outcome ? stay(outcome, form) : move(outcome);
    },
  };
}

/** The typed text of the only field of a step that is not stored in the session. */
function typedAt(shown: DeletionSession | null, { intent, phone, otp }: DeletionForm): string {
  if (shown === null) return intent === "send" ? phone.slice(0, LONGEST_ECHO) : "";
  return shown.at === "code" && intent === "verify" ? otp.slice(0, LONGEST_ECHO) : "";
}

/**
 * Headers of a page with personal data, which must not be cached. A finished deletion also clears the browser's
 * storage. The home page, which follows, would then count as a first visit, so a cookie turns its loader off.
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
