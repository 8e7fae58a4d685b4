import type { MetaFunction } from "@remix-run/node";
import { ScoutPage } from "~/features/scout/scout-page";
import { pageMeta } from "~/features/shell/page-meta";

export const meta: MetaFunction = ({ matches }) => pageMeta("scout", matches);

export default ScoutPage;
