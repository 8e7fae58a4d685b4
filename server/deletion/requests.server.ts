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

/** The URL's part that names a step, so that each step is an entry of the browser's history. */
const STEP = "step";

const stepQuery = (place: Place) => new URLSearchParams({ [STEP]: place }).toString();

/** Longest part of a wrong phone number that is shown again. */
const LONGEST_ECHO = 40;

export interface DeletionPage {
  place: DeletionPlace;
  /** What its forms name their session by; null where there is none that they could spoil. */
  session: string | null;
  /** A random id: repeated requests of this page's forms are one. */
  idempotencyKey: string;
  /** The query of the address of the receipt's calendar file; null without a receipt. */
  calendar: string | null;
  /** The progress dot that is current. */
  step: 1 | 2 | 3;
  /** The server's time, for countdowns. */
  now: number;
  /** When the account is erased for good: this account's date, else the date if it is deleted now. */
  erasedAt: number;
}

/** The page of a session. `code` is null where no code is waited for. */
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

/** A page to render: what it shows, and the status and headers it goes out with. */
export interface DeletionAnswer {
  page: DeletionPage;
  /** What stands in the way; a wrong phone number comes back in its field as `typed`. */
  problem: Refusal["problem"] | null;
  status: number;
  headers: Headers;
}

/** Where to look next, and what to tell the person there. */
export interface DeletionMove {
  to: "page" | "home";
  /** The query of the step's own page, where a browser keeps a history of them. */
  query?: string | undefined;
  toast?: Message | undefined;
  headers: Headers;
}

/** The account-deletion page in terms of HTTP: cookies in, pages and redirects out. */
export interface Deletion {
  /** The page of where the person stands. */
  show(request: Request): Promise<DeletionAnswer>;
  /** Answers a posted form: with the page again, or with where to look next. */
  answer(request: Request): Promise<DeletionAnswer | DeletionMove>;
  /** The receipt that a request's address carries, or that its sender's deletion has just got; null for none. */
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
    const { clientAddress } = requestContext();
    const code = await service.codeState(session, clientAddress);
    const receipt = receiptOf(session);
    const calendar = receipt && calendarLinks.queryOf(receipt);
    const informed = await service.informed(session);
    return { ...deletionPage(informed, Date.now(), code), calendar };
  }

  /** What a refused form is answered with: the page that says so, or where a browser finds it. */
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
    return refused(await pageOf(shown), refusal, headers);
  }

  return {
    async show(request) {
      const asked = new URL(request.url).searchParams.get(STEP);
      const sealed = await unseal(request);
      const session = await service.current(sealed);
      const displayed = sessionAtStep(session, asked);
      const doubt = await service.onPage(sealed, session, displayed);
      const refusal = await refusals.at(request, displayed, asked);
      const page = await pageOf(withTyped(displayed, refusal));
      const headers = privateHeaders(displayed);
      if (refusal !== null) {
        const { problem } = refusal;
        const note = problem.note ?? (doubt?.id === problem.message.id ? undefined : doubt);
        const answer = refused(page, { ...refusal, problem: { ...problem, note } }, headers);
        if (!isLimit(refusal) || (problem.retryAt ?? 0) > page.now) return answer;
        // The limit has passed, and the page still says why the session ended: nothing is refused any more.
        headers.delete("Retry-After");
        return { ...answer, status: 200 };
      }
      // Without a personal cookie this is the first step, which says nothing of anybody: Back may show a kept copy of it.
      const isAnybodys = !isPersonal(request.headers.get("Cookie") ?? undefined);
      if (isAnybodys) headers.set("Cache-Control", "private, no-cache");
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
        const kept = await keep(headers, session);
        // The account is deleted, whatever fails now: the page itself is the receipt.
        if (!kept) return { page: await pageOf(session), problem: null, status: 200, headers };
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
      const linked = calendarLinks.read(new URL(request.url).searchParams);
      return linked ?? receiptOf(await service.current(await unseal(request)));
    },
  };
}

/**
 * No copy of a step that says anything of anybody is kept. A finished deletion also empties the browser's own storage;
 * the home page, where it leads to, would take that for a first visit and begin with its loader.
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

/** A page that says a refusal; of a limit, also from when on it says yes. */
function refused(page: DeletionPage, refusal: Refusal, headers: Headers): DeletionAnswer {
  const { problem, status } = refusal;
  const until = isLimit(refusal) ? problem.retryAt : undefined;
  if (until !== undefined) headers.set("Retry-After", retryAfter(until, page.now));
  return { page, problem, status, headers };
}
