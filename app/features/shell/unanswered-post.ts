import type { TypedResponse } from "@remix-run/node";
import { useBlocker, type BlockerFunction } from "@remix-run/react";
import { useEffect } from "react";

/** What a page is told of a form whose answer did not arrive. */
export interface Unanswered {
  unanswered: true;
  /**
   * Why the server has refused it before any page saw it, by the name of the refusal: nothing was done. Null where
   * nobody knows whether it was received.
   */
  refusal: string | null;
  /** Which of the page's forms it was, by its field `intent`. */
  intent: string | null;
}

/**
 * Holds a page while one of its forms is being sent: whatever would lead away from it (another press, Escape, Back)
 * would give up the request, and hide what becomes of it, but not keep the server from carrying it out. While the
 * answer is being loaded the form could be sent a second time; only another page can be opened then.
 */
export function useHeldWhileSending(): void {
  useBlocker(isSending);
  useEffect(() => {
    document.addEventListener("click", holdDocument);
    return () => document.removeEventListener("click", holdDocument);
  }, []);
}

const isSending: BlockerFunction = ({ currentLocation, nextLocation }) => {
  const { state, formMethod } = window.__remixRouter.state.navigation;
  const isSamePage = nextLocation.pathname === currentLocation.pathname;
  return formMethod === "POST" && (state === "submitting" || isSamePage);
};

/** Links to other documents are the browser's own. */
function holdDocument(event: MouseEvent): void {
  const { state, formMethod } = window.__remixRouter.state.navigation;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target !== "" || "discover" in link.dataset) return;
  // A place within the page leads to no other document.
  if (link.pathname + link.search === location.pathname + location.search) return;
  if (formMethod === "POST" && state === "submitting") event.preventDefault();
}

/** A post that the server has refused, in a way that is no page's. */
export class RefusedError extends Error {
  /** @param refusal its name, as the header `X-Refusal` says */
  constructor(readonly refusal: string) {
    super(refusal);
  }
}

/** Whether what an action has returned says that no answer came. */
export function isUnanswered(data: unknown): data is Unanswered {
  return typeof data === "object" && data !== null && "unanswered" in data;
}

/**
 * For a route's `clientAction`: what the server answers, or that no answer came. A page that is told so stays as it
 * is, with everything typed. An error would take its place, and so would loading its data anew, which the status of an
 * error prevents.
 *
 * @param send the route's `serverAction`
 * @throws what the server has thrown, redirects too
 */
export async function orUnanswered<Answer>(
  request: Request,
  send: () => Promise<Answer>,
): Promise<Answer | TypedResponse<Unanswered>> {
  const form = await request.clone().formData();
  try {
    return await send();
  } catch (error) {
    const refusal = error instanceof RefusedError ? error.refusal : null;
    if (refusal === null && !isNetworkError(error)) throw error;
    const value = form.get("intent");
    const intent = typeof value === "string" ? value : null;
    const body: Unanswered = { unanswered: true, refusal, intent };
    // A response, not `data()`: Remix 2 wraps what a client's action returns in `data()` of its own, without a status.
    return Response.json(body, { status: 503 });
  }
}

/** `fetch` throws a TypeError when no answer has come, Remix an error with these words when it was cut off. */
function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof TypeError || error.message.startsWith("Unable to decode turbo-stream");
}
