import { index, layout, route, type RouteConfig } from "@remix-run/route-config";
import { pages, type PageEntry } from "./content/pages";

const dashboard = pages.dashboard.path.slice(1);

/** Every URL of the product and its route module. The paths of the pages are in `content/pages.ts`. */
export default [
  layout("routes/site-layout.tsx", [
    index("routes/home.tsx"),
    page(pages.blogs, "routes/blogs.tsx"),
    page(pages.scout, "routes/scout.tsx"),
    page(pages.pulsegen, "routes/pulsegen.tsx"),
    page(pages.contact, "routes/contact.tsx"),
    route("ref/*", "routes/referral.tsx"),
  ]),
  layout("routes/deletion-layout.tsx", [page(pages.deleteUser, "routes/delete-user.tsx")]),
  page(pages.privacy, "routes/privacy.tsx"),
  page(pages.accessibility, "routes/accessibility.tsx"),
  page(pages.dashboard, "routes/dashboard.tsx"),
  route(`${dashboard}/report`, "routes/dashboard.tsx", { id: "routes/dashboard-report" }),
  route(`${dashboard}/report.csv`, "routes/dashboard-csv.ts", {
    id: "routes/dashboard-report-csv",
  }),
  route(`${dashboard}/trips.csv`, "routes/dashboard-csv.ts"),
  route("blogs/rss.xml", "routes/blogs-rss.ts"),
  route("sandbox/outbox", "routes/sandbox-outbox.ts"),
  route("sitemap.xml", "routes/sitemap.ts"),
  route("speculation-rules.json", "routes/speculation-rules.ts"),
  route("robots.txt", "routes/robots.ts"),
  route("site.webmanifest", "routes/web-manifest.ts"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;

function page({ path }: PageEntry, file: string) {
  return route(path.slice(1), file);
}
