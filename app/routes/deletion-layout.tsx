import { data, type LoaderFunctionArgs } from "@remix-run/node";
import {
  Outlet,
  redirectDocument,
  useLoaderData,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { languageOf, rememberLanguage } from "server/http/chosen-language.server";
import { namedLanguage } from "server/process/languages.server";
import { services } from "server/services.server";
import { DeletionLayout } from "~/features/deletion/deletion-layout";
import type { PageLanguage } from "~/features/deletion/messages";
import { catalogueOf } from "~/features/deletion/catalogues.server";
import type { PageHandle } from "~/features/shell/page-handle";
import { inTime } from "~/lib/in-time";

export const handle: PageHandle = { theme: "day" };

/** Loads the language of the page and its texts. A language that the URL asks for is stored in a cookie. */
export function loader({ request }: LoaderFunctionArgs) {
  const { languages } = services().settings;
  const code = languageOf(request, languages);
  const page: PageLanguage = {
    language: namedLanguage(code),
    texts: code === "en" ? null : catalogueOf(code).messages,
    offered: languages.length > 1 ? languages.map(namedLanguage) : [],
  };
  return data(page, { headers: rememberLanguage(request, code) });
}

/** A language that cannot be loaded is loaded as a document. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await inTime(serverLoader<typeof loader>());
  } catch (error) {
    if (request.signal.aborted) throw error;
    return redirectDocument(request.url);
  }
}

/** The texts change only with the language in the URL. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.searchParams.get("lang") !== nextUrl.searchParams.get("lang");

export default function DeletionLayoutRoute() {
  return (
    <DeletionLayout {...useLoaderData<typeof loader>()}>
      <Outlet />
    </DeletionLayout>
  );
}
