import type { ActionFunctionArgs } from "@remix-run/node";
import { services } from "server/services.server";
import { pages } from "~/content/pages";

const NO_STORE = { "Cache-Control": "no-store" };

/** Takes what a visitor's browser measured of one page view. */
export async function action({ request }: ActionFunctionArgs) {
  const status = await services().webVitals.take(await request.text(), pageLabel);
  const wait = status === 429 ? { "Retry-After": "60" } : undefined;
  return new Response(null, { status, headers: { ...NO_STORE, ...wait } });
}

/** There is nothing to read here. */
export function loader() {
  return new Response(null, { status: 405, headers: { ...NO_STORE, Allow: "POST" } });
}

const paths: readonly string[] = Object.values(pages).map(({ path }) => path);

/** One of the product's pages; a referral's code is no part of its name. */
function pageLabel(path: string): string {
  const page = path.startsWith(`${pages.referral.path}/`) ? pages.referral.path : path;
  return paths.find((known) => known === page || `${known}/` === page) ?? "other";
}
