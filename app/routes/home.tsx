import type { MetaFunction } from "@remix-run/node";
import { HomePage } from "~/features/home/home-page";
import { pageMeta } from "~/features/shell/page-meta";
import type { PageHandle } from "~/root";

export const handle: PageHandle = { scriptsAfterPaint: true };

export const meta: MetaFunction = ({ matches }) => pageMeta("home", matches);

export default HomePage;
