import type { MetaFunction } from "@remix-run/node";
import { PulseGenPage } from "~/features/pulsegen/pulsegen-page";
import { pageMeta } from "~/features/shell/page-meta";
import type { PageHandle } from "~/root";

export const handle: PageHandle = { scriptsAfterPaint: true };

export const meta: MetaFunction = ({ matches }) => pageMeta("pulsegen", matches);

export default PulseGenPage;
