import type { MetaFunction } from "@remix-run/node";
import { ScoutPage } from "~/features/scout/scout-page";
import { pageMeta } from "~/features/shell/page-meta";
import type { PageHandle } from "~/root";

export const handle: PageHandle = { scriptsAfterPaint: true };

export const meta: MetaFunction = ({ matches }) => pageMeta("scout", matches);

export default ScoutPage;
