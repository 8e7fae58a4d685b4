import { isRouteErrorResponse, redirectDocument, replace } from "@remix-run/react";
import { serverNow } from "~/lib/server-clock";
import { sayNoAnswer, whoAnswers } from "./reload";

/** The server's answer for a page, with what the browser adds. */
export interface Answer {
  /** Id of the server's build. */
  build: string;
  /** Whether this is the browser's stored copy. The server is asked next, and its rows replace these. */
  isCopy?: boolean | undefined;
  /** Since when no answer has come, epoch milliseconds. */
  lostAt?: number | undefined;
}

/** The answer that the page displays, or displayed last, and its path and query. */
let displayed: { answer: Answer; address: string } | null = null;

/** Whether a move without an answer leads back to the displayed page, which is not asked for again then. */
let comesBack = false;

/** The build whose scripts the page has: that of its first answer. */
let pageBuild: string | undefined;

/** What a page does with its answers. */
interface Handling<View> {
  /** The browser's stored copy for a move. */
  copy?: () => View | null;
  /** Combines the displayed answer with the newer one. */
  update?: (shown: View, answer: View) => View;
}

/**
 * Asks the server for a page. When no answer comes, a displayed page stays, and a move ends. A move that finds another
 * build loads a document; a displayed page keeps its scripts.
 *
 * @param ask throws a Response for redirects, or another error if no answer of the server came
 */
export async function answerInBrowser<View extends Answer>(
  request: Request,
  ask: () => Promise<View>,
  { copy, update }: Handling<View> = {},
): Promise<View> {
  const { pathname, search } = new URL(request.url);
  // An address always has the same type of answer, because each page has its own path.
  const shown = displayed?.address === pathname + search ? (displayed.answer as View) : null;
  const isBack = comesBack;
  comesBack = false;
  if (shown && isBack) return { ...shown, lostAt: shown.lostAt ?? serverNow() };
  const stored = shown ? null : copy?.();
  if (stored) return { ...stored, isCopy: true };
  try {
    // A request that hangs keeps one of the browser's six connections, which the page needs when the server is back.
    if (shown?.lostAt !== undefined && (await whoAnswers()) === null)
      throw new TypeError("Still nobody answers");
    const answer = await Promise.race([ask(), late()]);
    pageBuild ??= answer.build;
    if (answer.build !== pageBuild && (!shown || shown.isCopy)) throw asDocument(request);
    return shown && update ? update(shown, answer) : answer;
  } catch (error) {
    if (error instanceof Response || !shown) return endMove(error, request);
    return { ...shown, lostAt: shown.lostAt ?? serverNow() };
  }
}

/** A request without an answer for this long counts as unanswered. Milliseconds. */
const LONGEST_MS = 30_000;

const late = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("No answer came in time")), LONGEST_MS);
  });

/** Makes Remix load a document. If Back restores this page later, it would still wait for that document. */
function asDocument({ url }: Request): Response {
  window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
  return redirectDocument(url);
}

/** Keeps what the page displays for the time when no answer comes. @param address path and query of the page */
export function keepDisplayed(answer: Answer, address: string): void {
  displayed = { answer, address };
  pageBuild ??= answer.build;
}

/** Makes the next answer for the displayed page replace its rows, as it does with those of a stored copy. */
export function acceptNewerRows(): void {
  if (displayed) displayed.answer = { ...displayed.answer, isCopy: true };
}

/**
 * Ends a move for which no answer came: the page stays as it is. Back and Forward have already changed the address, so
 * an error page takes the place of the other address's rows. An answer that is not ours, such as a proxy's sign-in page,
 * is loaded as a document.
 */
async function endMove(error: unknown, request: Request): Promise<never> {
  const isAnswered = error instanceof Response || isRouteErrorResponse(error);
  if (isAnswered || request.signal.aborted) throw error;
  const who = await whoAnswers();
  // `fetch` rejects with a TypeError if there is no response, or one that leads to another origin.
  const isNotOurs = who === "sign-in" || !(error instanceof TypeError);
  if (who !== null && isNotOurs) throw asDocument(request);
  const { origin, pathname, search } = window.location;
  const isThere = request.url === origin + pathname + search;
  if (!isThere && !request.signal.aborted) {
    sayNoAnswer();
    comesBack = true;
  }
  throw isThere ? new Response(null, { status: 504 }) : replace(pathname + search);
}
