import {
  isRouteErrorResponse,
  redirectDocument,
  replace,
  useLocation,
  useNavigation,
  useRevalidator,
  type Location,
} from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import toast from "react-hot-toast/headless";
import { useBrowserLayoutEffect } from "~/lib/hydration";
import { inTime } from "~/lib/in-time";
import { serverNow } from "~/lib/server-clock";
import { dashboardUrl } from "./dashboard-url";

/** The server's answer for a page, with what the browser adds. */
export interface Answer {
  /** Id of the server's build. */
  build: string;
  /** Whether the sandbox answered. */
  sandbox: boolean;
  /** Whether this is the browser's stored copy. The server is asked next, and its rows replace these. */
  isCopy?: boolean | undefined;
  /** Since when no answer has come, epoch milliseconds. */
  lostAt?: number | undefined;
}

/** The answer that the page displays, or displayed last, and its path and query. */
let displayed: { answer: Answer; address: string } | null = null;

/** The build whose scripts the page has: that of its first answer. */
let pageBuild: string | undefined;

/** Keeps what the page displays for the time when no answer comes. @param address path and query of the page */
export function keepDisplayed(answer: Answer, address: string): void {
  displayed = { answer, address };
  pageBuild ??= answer.build;
}

/**
 * Asks the server for a page. When no answer comes, a displayed page stays, and a move ends. A move that finds another
 * build loads a document; a displayed page keeps its scripts.
 *
 * @param ask throws a Response for redirects, or another error if no answer of the server came
 * @param view the browser's stored copy for a move, and what combines the displayed answer with a newer one
 */
export async function answerInBrowser<Page extends Answer>(
  request: Request,
  ask: () => Promise<Page>,
  view?: { copy: () => Page | null; update: (shown: Page, answer: Page) => Page },
): Promise<Page> {
  const { pathname, search } = new URL(request.url);
  // An address always has the same type of answer, because each page has its own path.
  const shown = displayed?.address === pathname + search ? (displayed.answer as Page) : null;
  const stored = shown ? null : view?.copy();
  if (stored) return { ...stored, isCopy: true };
  try {
    // A request that hangs keeps one of the browser's six connections, which the page needs when the server is back.
    if (shown?.lostAt !== undefined && (await whoAnswers()) === null) throw new TypeError("Nobody");
    const answer = await inTime(ask(), LONGEST_MS);
    pageBuild ??= answer.build;
    if (answer.build !== pageBuild && (!shown || shown.isCopy)) throw asDocument(request);
    return shown && view ? view.update(shown, answer) : answer;
  } catch (error) {
    if (error instanceof Response || !shown) throw await endOfMove(error, request);
    return { lostAt: serverNow(), ...shown };
  }
}

/** A request without an answer for this long counts as unanswered. Milliseconds. */
const LONGEST_MS = 30_000;

/** A page of the dashboard that reads no figures. */
const LIGHT_PAGE = dashboardUrl({ tab: "settings" });

/** Longest wait for the check that the server is reachable, in milliseconds. */
const CHECK_MS = 4_000;

/**
 * Who answers this origin's requests: the server, or a sign-in in front of it, which leads to another address; null for
 * nobody. A document can show each of them.
 */
export async function whoAnswers(): Promise<"server" | "sign-in" | null> {
  const signal = AbortSignal.timeout(CHECK_MS);
  const options = { method: "HEAD", cache: "no-store", redirect: "manual", signal } as const;
  const page = await fetch(LIGHT_PAGE, options).catch(() => null);
  if (page?.type === "opaqueredirect") return "sign-in";
  // A busy server answers 503 with its clock; a proxy without a server does not.
  const isOurs = /\bclock;/.test(page?.headers.get("Server-Timing") ?? "");
  return page && (page.status < 500 || isOurs) ? "server" : null;
}

/** Makes Remix load a document. If Back restores this page later, it would still wait for that document. */
function asDocument({ url }: Request): Response {
  window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
  return redirectDocument(url);
}

/**
 * The response that ends a move for which no answer came: the page stays as it is. Back and Forward have already changed
 * the address, so an error page takes the place of the other address's rows. An answer that is not ours, such as a
 * proxy's sign-in page, is loaded as a document.
 */
async function endOfMove(error: unknown, request: Request): Promise<Response> {
  const { url, signal } = request;
  if (error instanceof Response || isRouteErrorResponse(error) || signal.aborted) throw error;
  const who = await whoAnswers();
  // `fetch` rejects with a TypeError if there is no response, or one that leads to another origin.
  if (who === "sign-in" || (who && !(error instanceof TypeError))) return asDocument(request);
  const { origin, pathname, search } = window.location;
  if (signal.aborted || url === origin + pathname + search)
    return new Response(null, { status: 504 });
  sayNoAnswer();
  // The displayed page is loaded again at once. It is asked for only if the server can be reached by then.
  if (displayed) displayed.answer = { lostAt: serverNow(), ...displayed.answer };
  return replace(pathname + search);
}

export function sayNoAnswer(): void {
  toast.error("No answer came. The page stays as it is.");
}

/** Makes the next answer for the displayed page replace its rows, as it does with those of a stored copy. */
export function acceptNewerRows(): void {
  if (displayed) displayed.answer = { ...displayed.answer, isCopy: true };
}

/**
 * Keeps an open page as it is while it is loaded again: what it displays when no answer comes, and its scroll position.
 *
 * @param wait milliseconds until the page is loaded again, if it is visible then; null for the last answer
 */
export function useOpenPage(answer: Answer, wait: number | null): void {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  useEffect(() => keepDisplayed(answer, address), [answer, address]);
  const last = useRef("");
  useBrowserLayoutEffect(() => {
    const isNavigation = last.current !== address;
    last.current = address;
    if (isNavigation) return;
    // Remix's `ScrollRestoration` goes back to where the page was when the load began, which may be seconds ago.
    const { scrollX, scrollY } = window;
    // After the layout effect of `ScrollRestoration`, and before the paint.
    queueMicrotask(() => window.scrollTo(scrollX, scrollY));
  }, [answer, address]);
  const { state, revalidate } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  useEffect(() => {
    if (wait === null || !isIdle) return;
    const timer = setTimeout(() => {
      if (document.visibilityState === "visible") revalidate();
      else document.addEventListener("visibilitychange", revalidate);
    }, wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", revalidate);
    };
  }, [answer, wait, isIdle, revalidate]);
}

/** Delay in ms before a loading state is displayed: for faster answers it would only flicker. */
const LOADING_AFTER = 120;

/** The target of a slow move, whose loading state is displayed; null while there is none. */
export function usePendingMove(): Location | null {
  const { location = null } = useNavigation();
  const isMoving = location !== null;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setTimeout(() => setLate(true), LOADING_AFTER);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isMoving]);
  return isLate ? location : null;
}
