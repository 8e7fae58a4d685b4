import { RemixServer } from "@remix-run/react";
import { decodeViaTurboStream } from "@remix-run/react/dist/esm/single-fetch.js";
import {
  createContext,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactElement,
} from "react";
import { flushSync } from "react-dom";
import { patientFetch, RefusedError } from "./patient-fetch";
import { longestAnswer } from "./site";
import { sentContext, type PageContext } from "./unrouted-page";

/** What a page is told of a form whose answer did not arrive. */
export interface Unanswered {
  unanswered: true;
  /**
   * Why the server has refused it before any page saw it, by the name of the refusal: nothing was done. Null where
   * nobody knows whether it was received.
   */
  refusal: string | null;
  /** Which of the page's forms it was, by its field `intent`. */
  intent: FormDataEntryValue | null;
}

/** Whether an action's data say that no answer came. */
export function isUnanswered(data: unknown): data is Unanswered {
  return typeof data === "object" && data !== null && "unanswered" in data;
}

const Sending = createContext<FormData | null>(null);

/** The form that is being sent, until what became of it is shown; null for none. */
export const useSending = () => useContext(Sending);

/**
 * A page without Remix's router whose forms are posted by scripts: what the server answers is shown in the same
 * document, nothing that was typed is lost with an answer, and a step of the page is an entry of the history. Its links
 * and its forms of `get` are the browser's own. Call it once, in the browser.
 */
export async function formPage(): Promise<ReactElement> {
  return <FormPage sent={await sentContext()} />;
}

interface Shown {
  context: PageContext;
  sending: FormData | null;
}

function FormPage({ sent }: { sent: PageContext }) {
  const [{ context, sending }, show] = useState<Shown>({ context: sent, sending: null });
  // Before the root's guard against a lost network, which would repeat later what is dropped here.
  useLayoutEffect(() => followForms(sent, (shown) => flushSync(() => show(shown))), [sent]);
  const page = useMemo(() => <RemixServer context={context} url={location.href} />, [context]);
  return <Sending.Provider value={sending}>{page}</Sending.Provider>;
}

/** Remix's answers in single fetch: of an action, and of a loader by the id of its route. */
interface Result {
  data?: unknown;
  error?: unknown;
  redirect?: string;
  /** Whether a redirect leads to another document. */
  reload?: boolean;
}

/**
 * Posts the page's forms, and reads its data when the history leads to another step.
 *
 * @param show draws a page at once: what is pressed next is read from the new one
 * @returns how to stop
 */
function followForms(sent: PageContext, show: (shown: Shown) => void): () => void {
  let context = sent;
  let sending: FormData | null = null;
  /** Whether the server may not have the form yet: whatever leads away from the page is held. */
  let submitting = false;
  /** Whether another document has been asked for. */
  let leaving = false;
  let reading = new AbortController();
  let address = location.pathname + location.search;
  const leaf = context.staticHandlerContext.matches.at(-1)?.route.id ?? "root";
  const ask = patientFetch({
    fetch: window.fetch.bind(window),
    longestAnswer,
    opens: () => true,
    isWholeInTime: true,
    waitsToPost: () => false,
  });

  async function answerOf(to: URL, init: RequestInit): Promise<Result | Record<string, Result>> {
    const url = new URL(to);
    url.hash = "";
    url.pathname = `${url.pathname.replace(/\/$/, "")}.data`;
    // The layout's data stay: another language is another document.
    if (init.method === undefined) url.searchParams.set("_routes", `root,${leaf}`);
    const { body } = await ask(url, init);
    if (!body) throw new TypeError("No data");
    const { value } = await decodeViaTurboStream(body, window);
    if (typeof value !== "object" || value === null) throw new TypeError("No data");
    return value;
  }

  const pageWith = (change: Partial<PageContext["staticHandlerContext"]>): PageContext => ({
    ...context,
    staticHandlerContext: { ...context.staticHandlerContext, errors: null, ...change },
  });

  function end(next: PageContext) {
    leaving = false;
    context = next;
    show({ context, sending: null });
    sending = null;
  }

  /** Opens another document. The page can be used again where the visitor stops that, or comes back to it. */
  function open(to: URL) {
    leaving = true;
    location.assign(to);
    setTimeout(stay, LEAVES_WITHIN_MS);
  }
  const stay = () => leaving && end(context);

  /** Shows what is at an address of this page. Of what cannot be read the server makes a document. */
  async function read(to: URL, isNew: boolean): Promise<void> {
    reading.abort();
    const { signal } = (reading = new AbortController());
    try {
      const results = (await answerOf(to, { signal })) as Partial<Record<string, Result>>;
      const data = ["root", leaf].map((id) => {
        const result = results[id];
        if (!result || !("data" in result)) throw new TypeError("No data");
        return [id, result.data] as const;
      });
      if (isNew) history.pushState(null, "", to);
      address = to.pathname + to.search;
      const { loaderData, location } = context.staticHandlerContext;
      end(
        pageWith({
          loaderData: { ...loaderData, ...Object.fromEntries(data) },
          actionData: null,
          location: { ...location, search: to.search },
        }),
      );
    } catch {
      if (signal.aborted) return;
      if (isNew) open(to);
      else location.reload();
    }
  }

  async function post(to: URL, form: FormData): Promise<void> {
    reading.abort();
    let result: Result;
    const unanswered = (refusal: string | null): Result => ({
      data: { unanswered: true, refusal, intent: form.get("intent") } satisfies Unanswered,
    });
    try {
      const body = new URLSearchParams([...form] as [string, string][]); // no form has a file
      result = await answerOf(to, { method: "POST", body });
    } catch (error) {
      result = unanswered(error instanceof RefusedError ? error.refusal : null);
    }
    const { matches } = context.staticHandlerContext;
    const failing = matches.findLast(({ route }) => context.routeModules[route.id]?.ErrorBoundary);
    // An error page of the whole site would lose what was typed, and says nothing of the form.
    const isPagesOwn = "error" in result && failing?.route.id === leaf;
    if (!isPagesOwn && result.redirect === undefined && !("data" in result))
      result = unanswered(null);
    submitting = false;
    window.removeEventListener("beforeunload", askToLeave);
    if (result.redirect !== undefined) {
      const next = new URL(result.redirect, location.href);
      if (result.reload || !isSamePath(next, location)) open(next);
      else await read(next, next.search !== location.search);
    } else if (isPagesOwn) end(pageWith({ errors: { [leaf]: result.error } }));
    else end(pageWith({ actionData: { [leaf]: result.data } }));
  }

  function submit(event: SubmitEvent) {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    // The browser's own address may be that of a step that is being read.
    const to = new URL(form.getAttribute("action") ?? address, location.href);
    const isPost = form.method === "post" && isSamePath(to, location);
    if (!isPost) return;
    event.preventDefault();
    // The way back leads to what the form names.
    history.replaceState(null, "", to);
    address = to.pathname + to.search;
    sending = new FormData(form);
    submitting = true;
    // Only now: some browsers keep no page for Back that listens to this.
    window.addEventListener("beforeunload", askToLeave);
    show({ context, sending });
    void post(to, sending);
  }

  function follow() {
    const isShown = location.pathname + location.search === address;
    if (sending) {
      if (!isShown) history.pushState(null, "", address);
      return;
    }
    // The history has left the step that was being read.
    reading.abort();
    if (!isShown) void read(new URL(location.href), false);
  }

  /** While a form is sent, no other is, now or when the network is back. */
  const holdForm = (event: Event) => sending && drop(event);

  /** Links that lead away from the page; a place within it, another window or a file does not. */
  function holdLink(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!submitting || !link || link.target !== "" || link.hasAttribute("download")) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || !/^http/.test(link.protocol)) return;
    if (link.pathname + link.search !== address) drop(event);
  }

  const listeners = new AbortController();
  const { signal } = listeners;
  window.addEventListener("submit", holdForm, { signal, capture: true });
  window.addEventListener("submit", submit, { signal });
  window.addEventListener("click", holdLink, { signal, capture: true });
  window.addEventListener("popstate", follow, { signal });
  window.addEventListener("pagehide", stay, { signal });
  return () => listeners.abort();
}

/** After so many milliseconds the page can be used again: the next document was stopped, or is very slow. */
const LEAVES_WITHIN_MS = 10_000;

/** Makes the browser ask before a document is left. */
const askToLeave = (event: Event) => event.preventDefault();

function drop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Whether two addresses are of one page, which is served with a slash at its end and in capitals, too. */
function isSamePath(one: { pathname: string }, other: { pathname: string }): boolean {
  const [path, same] = [one, other].map(({ pathname }) =>
    pathname.replace(/\/$/, "").toLowerCase(),
  );
  return path === same;
}
