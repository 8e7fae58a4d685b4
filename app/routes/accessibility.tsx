import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { AccessibilityPage } from "~/features/accessibility/accessibility-page";
import type { PageHandle } from "~/features/shell/page-handle";
import { pageMeta } from "~/features/shell/page-meta";
import sheet from "~/styles/pages/accessibility.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export const handle: PageHandle = { publicCache: {} };

export const meta: MetaFunction = ({ matches }) => pageMeta("accessibility", matches);

export default AccessibilityPage;
