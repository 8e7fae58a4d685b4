import {
  data,
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
import { isSiteOutdated, updateSite, siteFrom, useSite } from "./features/shell/site";
import { useOfflineGuard } from "./features/shell/use-offline-guard";
import { readTheme } from "server/session/theme-cookie.server";
import { useUndoForeignChanges } from "./lib/foreign-changes";
import { useHydrationMark } from "./lib/hydration";
import { noteOpenedQuery, useReloadOnChangedQuery } from "./lib/opened-address";
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

/** Meta tags of error pages. All other pages have their own. */
export const meta: MetaFunction = ({ error, matches }) =>
  error ? errorMeta(isRouteErrorResponse(error) ? error.status : 500, matches) : [];

/** Loads the public settings, and the toast that the previous form left for this page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { settings, toasts } = services();
  const site = siteFrom(settings, readTheme(request.headers.get("Cookie")));
  // A prerendered page may never be seen, so it must not use up the toast.
  if (request.headers.has("Sec-Purpose")) return data({ ...site, toast: null });
  const { toast, headers } = await toasts.getToast(request);
  // The headers delete the toast's cookie; without a toast there is nothing to delete.
  return toast ? data({ ...site, toast }, { headers }) : data({ ...site, toast: null });
}

/** Settings do not change while a page is open; only a successful form changes the theme or leaves a toast. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod = "GET",
  actionStatus = 200,
}) => (formMethod !== "GET" && actionStatus < 400) || isSiteOutdated();

/** Not before hydration, so that a document opened with a fragment jumps to its section at once. */
const sectionLinksScrollSmoothly = "data-hydrated:scroll-smooth noscript:scroll-smooth";

/** Stops scrolling behind an overlay. In two classes: browsers without popovers ignore a rule with `:popover-open`. */
const locksScrolling =
  "has-[dialog:modal,[data-layer][open]]:overflow-hidden has-[#menu:popover-open]:overflow-hidden";

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const { theme: pageTheme = "night", routed } = usePageHandle();
  const { theme: chosenTheme } = useSite();
  const translated = useRouteLoaderData<PageLanguage>("routes/deletion-layout");
  useUndoForeignChanges();
  useHydrationMark();
  useReloadOnChangedQuery();
  useOfflineGuard();
  useEffect(fetchErrorSheet, []);
  useMotionAttribute();
  return (
    <html
      lang={translated?.language.code ?? "en"}
      dir={translated && translated.offered.length > 0 ? translated.language.direction : undefined}
      style={translated && scriptStyle(translated.language)}
      className={`${routed ? "" : sectionLinksScrollSmoothly} ${locksScrolling}`}
      data-theme={pageTheme === "chosen" ? chosenTheme : pageTheme}
      suppressHydrationWarning // earlier scripts have set attributes
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
 * Inline script for what cannot wait for hydration, which may come 2 s after the first paint: it sets `data-motion` for
 * style sheets, notes the query with which the document was requested, and replaces a forbidden session storage.
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
 * Replaces a session storage that the visitor forbids by an empty one: Remix's inline script for scroll positions fails
 * when the storage throws. The source of this function is sent as an inline script of the head.
 */
function replaceForbiddenStorage(): void {
  try {
    void sessionStorage.length;
  } catch {
    const empty = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
    Object.defineProperty(window, "sessionStorage", { value: empty });
  }
}

/** Toasts that were shown already: `App` mounts again after an error page and must not repeat them. */
const shownToasts = new WeakSet<object>();

/** Fills the browser's cache: an error page caused by a lost network could not fetch its style sheet any more. */
function fetchErrorSheet(): void {
  fetch(errorSheet, { priority: "low" })
    .then((response) => response.text())
    .catch(() => undefined);
}

export default function App() {
  const site = useLoaderData<typeof loader>();
  const { toast } = site;
  useEffect(() => updateSite(site), [site]);
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
