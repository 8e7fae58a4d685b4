import { data, type LoaderFunctionArgs } from "@remix-run/node";
import {
  Outlet,
  useLoaderData,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import {
  chooseLanguage,
  isNewChoice,
  languageCookie,
  wishesOf,
} from "server/http/chosen-language.server";
import { catalogueFile } from "server/http/cache/cached-files.server";
import { namedLanguage } from "server/process/languages.server";
import { services } from "server/services.server";
import { DeletionLayout } from "~/features/deletion/deletion-layout";
import type { PageLanguage } from "~/features/deletion/page-language";
import { loadCatalogue } from "~/features/shell/catalogues";
import type { PageHandle } from "~/features/shell/page-handle";
import { routedPage } from "~/features/shell/routed-page";

export const handle: PageHandle = { theme: "day", routed: routedPage };

/** The language of the page; it is remembered when the URL asks for it. */
export function loader({ request }: LoaderFunctionArgs) {
  const { languages } = services().settings;
  const wishes = wishesOf(request);
  const code = chooseLanguage(wishes, languages);
  const page: PageLanguage = {
    language: namedLanguage(code),
    texts: catalogueFile(code),
    offered: languages.length > 1 ? languages.map(namedLanguage) : [],
  };
  if (!isNewChoice(wishes, code)) return data(page);
  return data(page, { headers: { "Set-Cookie": languageCookie(code, wishes.secureCookies) } });
}

/** In the browser: the texts of the language come before the page. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  const page = await serverLoader<typeof loader>();
  await loadCatalogue(page.language.code);
  return page;
}

/** Another language is another document. */
export const shouldRevalidate: ShouldRevalidateFunction = () => false;

export default function DeletionLayoutRoute() {
  return (
    <DeletionLayout {...useLoaderData<typeof loader>()}>
      <Outlet />
    </DeletionLayout>
  );
}
