import type { LinksFunction, MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { services } from "server/services.server";
import { outboundLinks } from "./content/outbound-links";
import { useTakeOver } from "./lib/browser-value";
import { useMotionAttribute } from "./lib/pause-motion";
import { readTheme, type Theme } from "./features/shell/theme-cookie";
import { ErrorPage } from "./features/shell/error-page";
import { MotionScript } from "./features/shell/motion-script";
import { useNonce } from "./features/shell/nonce";
import { errorMeta } from "./features/shell/page-meta";
import overpass from "./styles/fonts/overpass-basic.woff2?url";
import styles from "./styles/app.css?url";

export const links: LinksFunction = () => [
  { rel: "preload", href: overpass, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

/** Of error pages alone: every other page has words of its own. */
export const meta: MetaFunction = ({ error, matches }) =>
  error ? errorMeta(isRouteErrorResponse(error) ? error.status : 500, matches) : [];

/** What every page may know: public settings only, and the visitor's theme. */
export function loader({ request }: { request: Request }) {
  const { settings } = services();
  return {
    siteName: settings.siteName,
    siteUrl: settings.siteUrl.origin,
    contactEmail: settings.contactEmail,
    links: outboundLinks(settings.outbound),
    theme: readTheme(request.headers.get("Cookie")),
  };
}

/** Only a form changes any of it: turning pages and live updates ask for the page's own figures alone. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod = "GET",
  defaultShouldRevalidate,
}) => formMethod !== "GET" && defaultShouldRevalidate;

/** A route's `handle`: which ground its page stands on. */
export interface PageHandle {
  /** `chosen`: the visitor's own choice of day or night. Left out: night, as on the public site. */
  theme?: Theme | "chosen";
  /** For pages to read: what paints them comes before their scripts. */
  scriptsAfterPaint?: boolean;
}

function usePageTheme(): Theme {
  const chosen = useRouteLoaderData<typeof loader>("root")?.theme ?? "day";
  const handles = useMatches().map((match) => match.handle as PageHandle | undefined);
  const wanted = handles.findLast((handle) => handle?.theme)?.theme ?? "night";
  return wanted === "chosen" ? chosen : wanted;
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  useTakeOver();
  useMotionAttribute();
  return (
    <html lang="en" data-theme={usePageTheme()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <MotionScript />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
