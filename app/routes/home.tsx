import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { LoaderOverlay } from "~/features/home/loader-overlay";
import { HomePage } from "~/features/home/home-page";
import type { PageHandle } from "~/features/shell/page-handle";
import { pageMeta } from "~/features/shell/page-meta";
import { unroutedPage } from "~/features/shell/unrouted-page";
import sheet from "~/styles/pages/home.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export const handle: PageHandle = {
  unrouted: unroutedPage,
  publicCache: {},
  current: "Home",
  Overlay: LoaderOverlay,
};

export const meta: MetaFunction = ({ matches }) => pageMeta("home", matches);

export default HomePage;
