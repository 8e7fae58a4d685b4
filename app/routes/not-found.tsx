import { data, type LinksFunction, type MetaFunction } from "@remix-run/node";
import { NotFound } from "~/features/shell/error-page";
import type { PageHandle } from "~/features/shell/page-handle";
import { errorMeta } from "~/features/shell/page-meta";
import { unroutedPage } from "~/features/shell/unrouted-page";
import sheet from "~/styles/pages/error.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export function loader() {
  return data(null, { status: 404 });
}

export const handle: PageHandle = { unrouted: unroutedPage };

export const meta: MetaFunction = ({ matches }) => errorMeta(404, matches);

export default NotFound;
