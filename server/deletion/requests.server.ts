import { randomUUID } from "node:crypto";
import { postedForm, postedFrom } from "../process/posted-form.server";
import { requestContext } from "../process/request-context.server";
import { retryAfter } from "../resilience/retry-after.server";
import { cookieName, isPersonal } from "../session/cookie-header.server";
import { createSealedCookie } from "../session/sealed-cookie.server";
import type { Settings } from "../process/settings.server";
import { createCalendarLinks, type CalendarReceipt } from "./calendar.server";
import type { Message } from "./call-results.server";
import { readFormFields } from "./form-fields.server";
import { createFormHandler, type FormHandlerParts } from "./form-handler.server";
import {
  erasedAt,
  placeOf,
  places,
  placeView,
  receiptOf,
  sealedSession,
  sessionAtStep,
  type CodeState,
  type DeletionPlace,
  type DeletionSession,
  type Place,
} from "./places.server";
import { createRefusals, isLimit, typedReasons, withTyped, type Refusal } from "./refusals.server";
import { packing, pageIdOf, SESSION_MS, sessionEnd } from "./session.server";

/** The query parameter of the step, so that each step has its own entry in the browser's history. */
const STEP = "step";

const stepQuery = (place: Place) => new URLSearchParams({ [STEP]: place }).toString();

/** Maximum length of an invalid phone number that is shown again. */
const LONGEST_ECHO = 40;

export interface DeletionPage {
  place: DeletionPlace;
  /** Page id for the forms; null when there is no session that a form of another page could damage. */
  session: string | null;
  /** A random id. Repeated requests of this page's forms count as one request. */
  idempotencyKey: string;
  /** Query string of the receipt's calendar file; null without a receipt. */
  calendar: string | null;
  /** The current progress dot. */
  step: 1 | 2 | 3;
  /** The server's time, for countdowns. */
  now: number;
  /** When the account is erased permanently: the actual date, or the date for a deletion now. */
  erasedAt: number;
}

/** The page of a session. `code` is null when the session does not wait for a code. */
export function deletionPage(
  session: DeletionSession | null,
  now: number,
  code: CodeState | null,
): Omit<DeletionPage, "calendar"> {
  const deletedAt = session !== null && "deletedAt" in session ? session.deletedAt : null;
  return {
    place: placeView(session, now, code),
    session: pageIdOf(session),
    idempotencyKey: randomUUID(),
    step: places[placeOf(session)].step,
    now,
    erasedAt: erasedAt(deletedAt ?? now),
  };
}

/** A page to render, with the status and headers of its response. */
export interface DeletionAnswer {
  page: DeletionPage;
  /** Why a form was refused; `typed` is an invalid phone number for its field. */
  problem: Refusal["problem"] | null;
  status: number;
  headers: Headers;
}

/** A redirect, with a message for the next page. */
export interface DeletionMove {
  to: "page" | "home";
  /** Query string of the step; unset for a client that is not a browser and keeps no history. */
  query?: string | undefined;
  toast?: Message | undefined;
  headers: Headers;
}

/** The HTTP part of the account-deletion page: reads cookies, answers with pages and redirects. */
export interface Deletion {
  /** The page of the current session. */
  show(request: Request): Promise<DeletionAnswer>;
  /** Answers a posted form: with the page, or with a redirect. */
  answer(request: Request): Promise<DeletionAnswer | DeletionMove>;
  /** The receipt in the request's URL, or else in its session cookie; null when there is none. */
  receipt(request: Request): Promise<CalendarReceipt | null>;
}

export interface DeletionParts extends Omit<FormHandlerParts, "fits"> {
  settings: Pick<Settings, "sessionSecrets">;
}

export function createDeletion(parts: DeletionParts): Deletion {
  const { settings, logger } = parts;
  const cookie = createSealedCookie({
    name: "pulse-deletion",
    secrets: settings.sessionSecrets,
    purpose: "pulse account deletion",
    schema: sealedSession,
    packing,
  });
  const service = createFormHandler({ ...parts, fits: (session) => cookie.fits(session) });

  const calendarLinks = createCalendarLinks(settings.sessionSecrets);
  const refusals = createRefusals(settings);

  const unseal = (request: Request) =>
    cookie.unseal(request.headers.get("Cookie"), requestContext().secureCookies);

  async function setCookie(session: DeletionSession | null): Promise<string> {
    const https = requestContext().secureCookies;
    if (session === null) return cookie.clear(https);
    return cookie.seal(session, sessionEnd(session, Date.now()), https);
  }

  /** Adds the session's cookie. @returns false when a receipt could not be sealed; any other error is thrown */
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
    const { clientAddress } = requestContext();
    const code = await service.codeState(session, clientAddress);
    const receipt = receiptOf(session);
    const calendar = receipt && calendarLinks.queryOf(receipt);
    const displayed = await service.informed(session);
    return { ...deletionPage(displayed, Date.now(), code), calendar };
  }

  /** Answers a refused form: with the page that shows the problem, or with a redirect to it. */
  async function refuse(
    request: Request,
    headers: Headers,
    shown: DeletionSession | null,
    refusal: Refusal,
  ): Promise<DeletionAnswer | DeletionMove> {
    const isDocument = postedFrom(request.headers) === "document";
    const isKept = (isDocument || isLimit(refusal)) && (await refusals.keep(headers, refusal));
    if (isDocument && isKept) return { to: "page", query: stepQuery(refusal.at), headers };
    if (!isKept) refusals.forget(headers, request);
    return refusalAnswer(await pageOf(shown), refusal, headers);
  }

  return {
    async show(request) {
      const step = new URL(request.url).searchParams.get(STEP);
      const sealed = await unseal(request);
      const session = await service.current(sealed);
      const displayed = sessionAtStep(session, step);
      const doubt = await service.onPage(sealed, session, displayed);
      const refusal = await refusals.at(request, displayed, step);
      const page = await pageOf(withTyped(displayed, refusal));
      const headers = privateHeaders(displayed);
      if (refusal !== null) {
        const { problem } = refusal;
        const note = problem.note ?? (doubt?.id === problem.message.id ? undefined : doubt);
        const answer = refusalAnswer(page, { ...refusal, problem: { ...problem, note } }, headers);
        if (!isLimit(refusal) || (problem.retryAt ?? 0) > page.now) return answer;
        // The limit has ended, but the page still shows why the session ended. Nothing is refused any more.
        headers.delete("Retry-After");
        return { ...answer, status: 200 };
      }
      // Without a personal cookie this is the first step without personal data: Back may show a cached copy.
      const isImpersonal = !isPersonal(request.headers.get("Cookie") ?? undefined);
      if (isImpersonal) headers.set("Cache-Control", "private, no-cache");
      const problem = doubt === undefined ? null : { message: doubt };
      return { page, problem, status: 200, headers };
    },

    async answer(request) {
      const form = readFormFields(await postedForm(request));
      const sealed = await unseal(request);
      if (form === null) return { to: "page", headers: privateHeaders(null) };
      const outcome = await service.answer(sealed, form, requestContext().clientAddress);
      const { session } = outcome;
      const headers = privateHeaders(session);
      const moved = outcome.kind === "moved";
      const leavesCookie = !moved && outcome.leavesCookie;
      if (moved || (session !== sealed && !leavesCookie)) {
        const isSealed = await keep(headers, session);
        // The account is deleted although the cookie failed, so this response itself shows the receipt.
        if (!isSealed) return { page: await pageOf(session), problem: null, status: 200, headers };
      }
      if (moved) {
        refusals.forget(headers, request);
        const inBrowser = postedFrom(request.headers) !== "client";
        const query = inBrowser ? stepQuery(placeOf(session)) : undefined;
        return { to: outcome.to ?? "page", query, toast: outcome.toast, headers };
      }
      const { status, problem, retryAt, shown = session } = outcome;
      const typed = problem.field === "phone" ? form.phone.slice(0, LONGEST_ECHO) : undefined;
      return refuse(request, headers, shown, {
        at: placeOf(shown),
        status,
        problem: { ...problem, retryAt, typed },
        reasons: typedReasons(outcome.shown),
      });
    },

    async receipt(request) {
      const fromLink = calendarLinks.read(new URL(request.url).searchParams);
      return fromLink ?? receiptOf(await service.current(await unseal(request)));
    },
  };
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

/** The page of a refusal. The response to a limit has a `Retry-After` header. */
function refusalAnswer(page: DeletionPage, refusal: Refusal, headers: Headers): DeletionAnswer {
  const { problem, status } = refusal;
  const until = isLimit(refusal) ? problem.retryAt : undefined;
  if (until !== undefined) headers.set("Retry-After", retryAfter(until, page.now));
  return { page, problem, status, headers };
}
