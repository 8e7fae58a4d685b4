import { data, type MetaFunction } from "@remix-run/node";
import { NotFound } from "~/features/shell/error-page";
import type { PageHandle } from "~/features/shell/page-handle";
import { errorMeta } from "~/features/shell/page-meta";

export function loader() {
  return data(null, { status: 404 });
}

export const handle: PageHandle = { scripts: false };

export const meta: MetaFunction = ({ matches }) => errorMeta(404, matches);

export default NotFound;
