import type { MetaFunction } from "@remix-run/node";
import { ScoutPage } from "~/features/scout/scout-page";
import type { PageHandle } from "~/features/shell/page-handle";
import { pageMeta } from "~/features/shell/page-meta";

export const handle: PageHandle = { publicCache: {}, current: "Scout" };

export const meta: MetaFunction = ({ matches }) => pageMeta("scout", matches);

export default ScoutPage;
