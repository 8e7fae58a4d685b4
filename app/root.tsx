import {
  data,
  type HeadersFunction,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useRouteLoaderData,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { useEffect, type ReactNode } from "react";
import { services } from "server/services.server";
import type { PageLanguage } from "./features/deletion/page-language";
import { useNonce } from "./features/shell/document-context";
import { ErrorPage } from "./features/shell/error-page";
import { usePageHandle } from "./features/shell/page-handle";
import { errorMeta } from "./features/shell/page-meta";
import { scriptStyle } from "./features/shell/script-style";
import { isSiteOutdated, noteSite, siteFrom, useSite } from "./features/shell/site";
import { useOfflineGuard } from "./features/shell/use-offline-guard";
import { readDisplay } from "server/session/display-cookies.server";
import { useDocumentAsSent } from "./lib/foreign-changes";
import { useHydrationMark } from "./lib/hydration";
import { noteOpenedQuery, useOpenedAddress } from "./lib/opened-address";
import { opensPaused, useMotionAttribute } from "./lib/pause-motion";
import { showToast } from "./ui/toast-store";
import { Toaster } from "./ui/toaster";
import errorSheet from "./styles/pages/error.css?url";
import overpass from "./styles/fonts/overpass-basic.woff2?url";

export const links: LinksFunction = () => [
  { rel: "preload", href: overpass, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

/** Of error pages alone: every other page has words of its own. */
export const meta: MetaFunction = ({ error, matches }) =>
  error ? errorMeta(isRouteErrorResponse(error) ? error.status : 500, matches) : [];

/** A refusal says more than its status. */
export const headers: HeadersFunction = ({ errorHeaders }) => errorHeaders ?? new Headers();

/** What every page may know, and the message that the last form left for this one. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { settings, toasts } = services();
  const site = siteFrom(settings, readDisplay(request.headers.get("Cookie")));
  // A page that may never be seen takes no message.
  if (request.headers.has("Sec-Purpose")) return data({ ...site, toast: null });
  const { toast, headers } = await toasts.getToast(request);
  // The headers take the message out of the cookie; without one there is nothing to take.
  return toast ? data({ ...site, toast }, { headers }) : data({ ...site, toast: null });
}

/** Settings stay as they are; only what was posted and taken chooses how pages look or leaves a message. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod = "GET",
  actionStatus = 200,
}) => (formMethod !== "GET" && actionStatus < 400) || isSiteOutdated();

/** Not before hydration: a document that is opened at a section begins there. */
const sectionLinksScrollSmoothly = "data-hydrated:scroll-smooth noscript:scroll-smooth";

/** Keeps the page from scrolling behind what is open before it. In two parts: not every browser knows popovers. */
const locksScrolling =
  "has-[dialog:modal,[data-layer][open]]:overflow-hidden has-[#menu:popover-open]:overflow-hidden";

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const { theme: wanted = "night", routed } = usePageHandle();
  const { theme: chosen } = useSite().display;
  const translated = useRouteLoaderData<PageLanguage>("routes/deletion-layout");
  useDocumentAsSent();
  useHydrationMark();
  useOpenedAddress();
  useOfflineGuard();
  useEffect(fetchErrorSheet, []);
  useMotionAttribute();
  return (
    <html
      lang={translated?.language.code ?? "en"}
      dir={translated && translated.offered.length > 0 ? translated.language.direction : undefined}
      style={translated && scriptStyle(translated.language)}
      className={`${routed ? "" : sectionLinksScrollSmoothly} ${locksScrolling}`}
      data-theme={wanted === "chosen" ? chosen : wanted}
      suppressHydrationWarning // it has the attributes that scripts before React have set
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <HeadScript />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Toaster />
        {routed && <ScrollRestoration nonce={nonce} />}
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/**
 * What cannot wait for hydration, which may come 2 s after the first paint: it tells style sheets whether anything may
 * move, notes which address the document answers, and stands in for a storage that is forbidden.
 */
function HeadScript() {
  const motion = `document.documentElement.dataset.motion=(${opensPaused.toString()})()?"paused":"moving"`;
  const others = [noteOpenedQuery, replaceForbiddenStorage].map((run) => `(${run.toString()})()`);
  const source = [motion, ...others].join(";");
  return (
    <script
      nonce={useNonce()}
      suppressHydrationWarning // the server's source is not the browser's minified one
      dangerouslySetInnerHTML={{ __html: source }}
    />
  );
}

/**
 * Puts an empty storage in the place of a session storage that the visitor forbids: Remix's own inline script for
 * scroll positions does not expect one that throws. Its source is sent as an inline script of the head.
 */
function replaceForbiddenStorage(): void {
  try {
    void sessionStorage.length;
  } catch {
    const nothing = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
    Object.defineProperty(window, "sessionStorage", { value: nothing });
  }
}

/** Messages that were shown: the page that shows them is rendered anew after an error page. */
const shownToasts = new WeakSet<object>();

/** Into the browser's cache: an error page that the network is to blame for could not fetch it any more. */
function fetchErrorSheet(): void {
  fetch(errorSheet, { priority: "low" })
    .then((answer) => answer.text())
    .catch(() => undefined);
}

export default function App() {
  const site = useLoaderData<typeof loader>();
  const { toast } = site;
  useEffect(() => noteSite(site), [site]);
  useEffect(() => {
    if (!toast || shownToasts.has(toast)) return;
    shownToasts.add(toast);
    showToast(toast.type === "error" ? "error" : "success", toast.message);
  }, [toast]);
  return <Outlet />;
}

export function ErrorBoundary() {
  return (
    <>
      {/* The style sheet of the page that failed is gone with its route. */}
      <link rel="stylesheet" href={errorSheet} />
      <ErrorPage />
    </>
  );
}
