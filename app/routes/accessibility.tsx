import type { MetaFunction } from "@remix-run/node";
import { AccessibilityPage } from "~/features/accessibility/accessibility-page";
import type { PageHandle } from "~/features/shell/page-handle";
import { pageMeta } from "~/features/shell/page-meta";

export const handle: PageHandle = { publicCache: {} };

export const meta: MetaFunction = ({ matches }) => pageMeta("accessibility", matches);

export default AccessibilityPage;
