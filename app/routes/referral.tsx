import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { allowFrame } from "server/http/response-headers.server";
import { requestContext } from "server/process/request-context.server";
import { qrCode } from "server/referral/qr-code.server";
import { readReferralCode } from "server/referral/referral-code.server";
import { referralLinks, visitorSystem } from "~/features/referral/referral-links";
import { services } from "server/services.server";
import { outboundLinks } from "~/content/outbound-links";
import { pages } from "~/content/pages";
import { ReferralPage } from "~/features/referral/referral-page";
import type { PageHandle } from "~/features/shell/page-handle";
import { pageMeta } from "~/features/shell/page-meta";

export function loader({ request }: LoaderFunctionArgs) {
  const code = readReferralCode(new URL(request.url).pathname);
  if (code === null) throw new Response("Not Found", { status: 404 });
  const outbound = outboundLinks(services().settings.outbound);
  const links = referralLinks(outbound, code.encoded);
  const system = visitorSystem(request.headers.get("User-Agent"));
  allowFrame(requestContext().response(), `${outbound.deepLinkScheme}:`);
  return { code, links, system, qr: system === "desktop" ? qrCode(links.store) : null };
}

export const handle: PageHandle = { footer: false };

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) =>
  pageMeta("referral", matches, {
    path: loaded && `${pages.referral.path}/${loaded.code.encoded}`,
  });

export default function Referral() {
  return <ReferralPage {...useLoaderData<typeof loader>()} />;
}
