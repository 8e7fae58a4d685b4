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
import { readPageContext, type PageContext } from "./unrouted-page";

/** Action data of a page whose form got no answer. */
export interface Unanswered {
  unanswered: true;
  /**
   * Name of the refusal if the server rejected the form before any page code ran, so that nothing was done. Null if it
   * is unknown whether the server received the form.
   */
  refusal: string | null;
  /** The form's field `intent`, which identifies one of the page's forms. */
  intent: FormDataEntryValue | null;
}

/** Whether action data report that no answer arrived. */
export function isUnanswered(data: unknown): data is Unanswered {
  return typeof data === "object" && data !== null && "unanswered" in data;
}

const Sending = createContext<FormData | null>(null);

/** The form that is being sent, until its result is rendered; null if there is none. */
export const useSending = () => useContext(Sending);

/**
 * A page without Remix's router whose forms are posted by scripts: the server's answer is rendered in the same document,
 * the typed values stay if no answer arrives, and each step of the page is a history entry. The browser handles its
 * links and its `get` forms. Call it once, in the browser.
 */
export async function formPage(): Promise<ReactElement> {
  return <FormPage sent={await readPageContext()} />;
}

interface FormPageState {
  context: PageContext;
  sending: FormData | null;
}

function FormPage({ sent }: { sent: PageContext }) {
  const [{ context, sending }, show] = useState<FormPageState>({ context: sent, sending: null });
  // Its listeners must precede those of the root's offline guard, which would repeat events later that are blocked here.
  useLayoutEffect(() => followForms(sent, (state) => flushSync(() => show(state))), [sent]);
  const page = useMemo(() => <RemixServer context={context} url={location.href} />, [context]);
  return <Sending.Provider value={sending}>{page}</Sending.Provider>;
}

/** Result of an action or of one loader in Remix's single fetch. */
interface Result {
  data?: unknown;
  error?: unknown;
  redirect?: string;
  /** Whether a redirect leads to another document. */
  reload?: boolean;
}

/**
 * Posts the page's forms, and loads its data when the history moves to another step.
 *
 * @param show renders a page synchronously, so that the next event reaches the new page
 * @returns a function that removes the listeners
 */
function followForms(sent: PageContext, show: (state: FormPageState) => void): () => void {
  let context = sent;
  let sending: FormData | null = null;
  /** Whether the server may not have received the form yet; links that leave the page are blocked meanwhile. */
  let submitting = false;
  /** Whether another document is being opened. */
  let leaving = false;
  let pendingRead = new AbortController();
  let address = location.pathname + location.search;
  const leaf = context.staticHandlerContext.matches.at(-1)?.route.id ?? "root";
  const fetchPatiently = patientFetch({
    fetch: window.fetch.bind(window),
    longestAnswer,
    opens: () => true,
    isWholeInTime: true,
    waitsToPost: () => false,
  });

  async function fetchData(to: URL, init: RequestInit): Promise<Result | Record<string, Result>> {
    const url = new URL(to);
    url.hash = "";
    url.pathname = `${url.pathname.replace(/\/$/, "")}.data`;
    // The layout's data are not loaded again: a change of language opens another document.
    if (init.method === undefined) url.searchParams.set("_routes", `root,${leaf}`);
    const { body } = await fetchPatiently(url, init);
    if (!body) throw new TypeError("No data");
    const { value } = await decodeViaTurboStream(body, window);
    if (typeof value !== "object" || value === null) throw new TypeError("No data");
    return value;
  }

  const pageWith = (change: Partial<PageContext["staticHandlerContext"]>): PageContext => ({
    ...context,
    staticHandlerContext: { ...context.staticHandlerContext, errors: null, ...change },
  });

  function finish(next: PageContext) {
    leaving = false;
    context = next;
    show({ context, sending: null });
    sending = null;
  }

  /** Opens another document. The page becomes usable again if the visitor stops the navigation or comes back. */
  function open(to: URL) {
    leaving = true;
    location.assign(to);
    setTimeout(stay, LEAVES_WITHIN_MS);
  }
  const stay = () => leaving && finish(context);

  /** Shows another address of this page. If its data cannot be loaded, the browser opens the address as a document. */
  async function read(to: URL, isNew: boolean): Promise<void> {
    pendingRead.abort();
    const { signal } = (pendingRead = new AbortController());
    try {
      const results = (await fetchData(to, { signal })) as Partial<Record<string, Result>>;
      const data = ["root", leaf].map((id) => {
        const result = results[id];
        if (!result || !("data" in result)) throw new TypeError("No data");
        return [id, result.data] as const;
      });
      if (isNew) history.pushState(null, "", to);
      address = to.pathname + to.search;
      const { loaderData, location } = context.staticHandlerContext;
      finish(
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
    pendingRead.abort();
    let result: Result;
    const unanswered = (refusal: string | null): Result => ({
      data: { unanswered: true, refusal, intent: form.get("intent") } satisfies Unanswered,
    });
    try {
      const body = new URLSearchParams([...form] as [string, string][]); // no form has a file
      result = await fetchData(to, { method: "POST", body });
    } catch (error) {
      result = unanswered(error instanceof RefusedError ? error.refusal : null);
    }
    const { matches } = context.staticHandlerContext;
    const failing = matches.findLast(({ route }) => context.routeModules[route.id]?.ErrorBoundary);
    // Only the page's own error boundary is shown. The site-wide one would discard the typed values without a word.
    const isPageError = "error" in result && failing?.route.id === leaf;
    if (!isPageError && result.redirect === undefined && !("data" in result))
      result = unanswered(null);
    submitting = false;
    window.removeEventListener("beforeunload", askToLeave);
    if (result.redirect !== undefined) {
      const next = new URL(result.redirect, location.href);
      if (result.reload || !isSamePath(next, location)) open(next);
      else await read(next, next.search !== location.search);
    } else if (isPageError) finish(pageWith({ errors: { [leaf]: result.error } }));
    else finish(pageWith({ actionData: { [leaf]: result.data } }));
  }

  function submit(event: SubmitEvent) {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    // `location` may already be the address of a step whose data are still loading.
    const to = new URL(form.getAttribute("action") ?? address, location.href);
    const isPost = form.method === "post" && isSamePath(to, location);
    if (!isPost) return;
    event.preventDefault();
    // Back shall lead to the address that the form names.
    history.replaceState(null, "", to);
    address = to.pathname + to.search;
    sending = new FormData(form);
    submitting = true;
    // Added only now: some browsers keep no page with this listener in the back/forward cache.
    window.addEventListener("beforeunload", askToLeave);
    show({ context, sending });
    void post(to, sending);
  }

  function follow() {
    const isCurrent = location.pathname + location.search === address;
    if (sending) {
      if (!isCurrent) history.pushState(null, "", address);
      return;
    }
    // The history has left the step whose data were loading.
    pendingRead.abort();
    if (!isCurrent) void read(new URL(location.href), false);
  }

  /** Blocks other forms while a form is being sent; the offline guard must not send them later either. */
  const blockForm = (event: Event) => sending && drop(event);

  /** Blocks links that leave the page while a form is submitted, but no fragments, new windows, downloads and `mailto:`. */
  function blockLink(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!submitting || !link || link.target !== "" || link.hasAttribute("download")) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || !/^http/.test(link.protocol)) return;
    if (link.pathname + link.search !== address) drop(event);
  }

  const listeners = new AbortController();
  const { signal } = listeners;
  window.addEventListener("submit", blockForm, { signal, capture: true });
  window.addEventListener("submit", submit, { signal });
  window.addEventListener("click", blockLink, { signal, capture: true });
  window.addEventListener("popstate", follow, { signal });
  window.addEventListener("pagehide", stay, { signal });
  return () => listeners.abort();
}

/** Milliseconds after which the page becomes usable again if the next document was stopped or is very slow. */
const LEAVES_WITHIN_MS = 10_000;

/** Makes the browser ask the visitor before the document is left. */
const askToLeave = (event: Event) => event.preventDefault();

function drop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Whether two addresses are of the same page. A page is also served with a trailing slash and in capitals. */
function isSamePath(one: { pathname: string }, other: { pathname: string }): boolean {
  const [path, same] = [one, other].map(({ pathname }) =>
    pathname.replace(/\/$/, "").toLowerCase(),
  );
  return path === same;
}
