import { index, layout, route, type RouteConfig } from "@remix-run/route-config";

/** Every URL of the product and the module that answers it. */
export default [
  layout("routes/site-layout.tsx", [
    index("routes/home.tsx"),
    route("blogs", "routes/blogs.tsx"),
    route("pulsescout", "routes/scout.tsx"),
    route("pulsegen", "routes/pulsegen.tsx"),
    route("contactus", "routes/contact.tsx"),
    route("ref/*", "routes/referral.tsx"),
  ]),
  layout("routes/document-layout.tsx", [
    route("pulsescout/delete-user", "routes/delete-user.tsx"),
    route("privacyandpolicy-app", "routes/privacy.tsx"),
  ]),
  route("pulsescout/dashboard", "routes/dashboard.tsx"),
  route("pulsescout/dashboard/status", "routes/dashboard-status.tsx"),
  route("pulsescout/dashboard/trips.csv", "routes/dashboard-trips-csv.ts"),
  route("pulsescout/dashboard/theme", "routes/dashboard-theme.ts"),
  route("pulsescout/dashboard/refresh", "routes/dashboard-refresh.ts"),
  route("pulsescout/delete-user/reminder.ics", "routes/delete-user-reminder.ts"),
  route("blogs/rss.xml", "routes/blogs-rss.ts"),
  route("sandbox/outbox", "routes/sandbox-outbox.ts"),
  route("sitemap.xml", "routes/sitemap.ts"),
  route("speculation-rules.json", "routes/speculation-rules.ts"),
  route("robots.txt", "routes/robots.ts"),
  route("site.webmanifest", "routes/web-manifest.ts"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
