import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { services } from "server/services.server";
import { PrivacyPage } from "~/features/privacy/privacy-page";
import type { PageHandle } from "~/features/shell/page-handle";
import { pageMeta } from "~/features/shell/page-meta";

export const handle: PageHandle = { publicCache: {} };

export const meta: MetaFunction = ({ matches }) => pageMeta("privacy", matches);

export function loader() {
  const { settings } = services();
  return { privacyEmail: settings.privacyEmail };
}

export default function Privacy() {
  return <PrivacyPage {...useLoaderData<typeof loader>()} />;
}
