import type { MetaFunction } from "@remix-run/node";
import { PulseGenPage } from "~/features/pulsegen/pulsegen-page";
import type { PageHandle } from "~/features/shell/page-handle";
import { pageMeta } from "~/features/shell/page-meta";

export const handle: PageHandle = { publicCache: {}, current: "PulseGen" };

export const meta: MetaFunction = ({ matches }) => pageMeta("pulsegen", matches);

export default PulseGenPage;
