import type { PageHandle } from "~/features/shell/page-handle";

/** Any address without a page, for which the root shows its error page. */
export function loader() {
  throw new Response("Not Found", { status: 404 });
}

export const handle: PageHandle = { scripts: false };

/** Makes the route a page. It is never rendered. */
export default () => null;
