import { data, type MetaFunction } from "@remix-run/node";
import { NotFound } from "~/features/shell/error-page";
import { pageTitle } from "~/lib/page-title";
import type { loader as rootLoader } from "../root";

export function loader() {
  return data(null, { status: 404 });
}

export const meta: MetaFunction<typeof loader, { root: typeof rootLoader }> = ({ matches }) => {
  const siteName = matches.find((match) => match.id === "root")?.data.siteName ?? "";
  return [{ title: pageTitle("Page Not Found", siteName) }, { name: "robots", content: "noindex" }];
};

export default NotFound;
