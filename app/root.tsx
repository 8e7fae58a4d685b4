import {
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { useContext, type ReactNode } from "react";
import { services } from "server/services.server";
import { readTheme } from "server/session/theme.server";
import { errorTexts } from "./content/error-texts";
import type { PageLanguage } from "./features/deletion/page-language";
import { BEFORE_PAINT } from "./features/shell/before-paint";
import { usePageHandle } from "./features/shell/page-handle";
import { errorMeta, pageTitle } from "./features/shell/page-meta";
import { DocumentContext, siteFrom, useChosenTheme, useSite } from "./features/shell/site";
import { useHydrated } from "./lib/hydration";
import { useMotionPaused } from "./lib/pause-motion";
import { Toaster } from "./ui/toaster";
import overpass from "./styles/fonts/overpass-basic.woff2?url";
import sheet from "./styles/app.css?url";

export const links: LinksFunction = () => [
  { rel: "preload", href: overpass, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: sheet },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

/** Meta tags of error pages. All other pages have their own. */
export const meta: MetaFunction<typeof loader> = ({ data: loaded, error, matches }) =>
  error && loaded ? errorMeta(matches, error) : [];

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

/** The forms of the account deletion that leave a toast. */
const LEAVES_TOAST = new Set<unknown>(["send", "resend", "verify"]);

/**
 * Settings do not change while a page is open, but a form may have left a toast. After others nothing is loaded: a lost
 * answer would hide the page that says what a form has done.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200, formData }) =>
  actionStatus < 400 && LEAVES_TOAST.has(formData?.get("intent"));

/** Not before hydration, so that a document opened with a fragment jumps to its section at once. */
const sectionLinksScrollSmoothly = "data-hydrated:scroll-smooth noscript:scroll-smooth";

const themes = "scheme-dark data-[theme=day]:scheme-light data-[theme=system]:scheme-light-dark";

/** A script sets the attribute before the first paint; without scripts the browser's setting counts. */
const pausesMotion = "data-[motion=paused]:stands-still motion-reduce:not-data-motion:stands-still";

/** Stops scrolling behind a dialog. */
const locksScrolling =
  "has-[dialog:modal,[data-layer][open]]:overflow-hidden has-[dialog:popover-open]:overflow-hidden";

/** Keeps scroll targets clear of the dashboard's sticky bar and table heads. Print uses the day theme on white. */
const dashboardPage =
  "scroll-pt-16 max-lg:scroll-pt-32 print:[--color-ground:white] print:scheme-light!";

export function Layout({ children }: { children: ReactNode }) {
  const { nonce } = useContext(DocumentContext);
  const { theme: pageTheme = "night", routed, scripts = true } = usePageHandle();
  const failed = useRouteError() !== null; // null outside of error boundaries
  const ofDashboard = pageTheme === "chosen" && !failed;
  const loaded = useRouteLoaderData<typeof loader>("root");
  const { siteName } = useSite();
  const chosenTheme = useChosenTheme();
  const translated = useRouteLoaderData<PageLanguage>("routes/deletion-layout");
  const hydrated = useHydrated();
  const motion = useMotionPaused() ? "paused" : "moving";
  return (
    <html
      lang={translated?.language ?? "en"}
      dir={translated?.direction}
      className={`${themes} ${pausesMotion} ${routed ? "" : sectionLinksScrollSmoothly} ${locksScrolling} ${ofDashboard ? dashboardPage : ""}`}
      data-theme={failed ? "night" : ofDashboard ? chosenTheme : pageTheme}
      // Style sheets and browser tests read both. Until hydration `data-motion` is set by the script below.
      data-hydrated={hydrated || undefined}
      data-motion={hydrated ? motion : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        {/* Safari would turn numbers into links before React hydrates them. */}
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <script
          nonce={nonce}
          suppressHydrationWarning // browsers hide the nonce, and the text is known on the server alone
          dangerouslySetInnerHTML={{ __html: BEFORE_PAINT }}
        />
        {/* A refused method runs no loader, so such a document has no data. */}
        {!loaded && (
          <>
            <title>{pageTitle(errorTexts(400).title, siteName)}</title>
            <meta name="description" content={errorTexts(400).text} />
            <meta name="robots" content="noindex" />
          </>
        )}
        <Meta />
        <Links />
      </head>
      <body>
        <Toaster passed={loaded?.toast ?? null} />
        {children}
        {routed && <ScrollRestoration nonce={nonce} />}
        {scripts && loaded && <Scripts nonce={nonce} />}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export { ErrorPage as ErrorBoundary } from "./features/shell/error-page";
