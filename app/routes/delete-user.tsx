import {
  data,
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useEffect, useState } from "react";
import { requestContext } from "server/process/request-context.server";
import { services } from "server/services.server";
import type { DeletionPage as DeletionPageData } from "server/deletion/page.server";
import { languageOf } from "server/http/visit.server";
import { catalogueOf } from "~/content/catalogues.server";
import { createMessages, type Messages } from "~/content/messages";
import { pages } from "~/content/pages";
import { DeletionPage } from "~/features/deletion/deletion-page";
import { LAYOUT, useMessages, type PageLanguage } from "~/features/deletion/page-language";
import { answerTo, useShownPage } from "~/features/deletion/shown-page";
import { errorMeta, pageMeta, pageTitle } from "~/features/shell/page-meta";
import { siteOf, useSite } from "~/features/shell/site";

export { DeletionError as ErrorBoundary } from "~/features/deletion/deletion-page";

/** Loads the page. The page that answers a form comes from the action. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { deletion, inSandbox } = services();
  const sandbox = inSandbox.auth;
  if (requestContext().isPost) return { page: null, sandbox };
  const { page, headers } = await deletion.show(request);
  return data({ page, sandbox }, { headers });
}

export async function action({ request }: ActionFunctionArgs) {
  const { deletion, toasts, settings } = services();
  const answer = await deletion.answer(request);
  const { headers } = answer;
  if ("page" in answer) return data(answer.page, { status: answer.status, headers });
  const { to, toast } = answer;
  const init = { status: 303, headers };
  if (to === "home") return redirect(pages.home.path, init);
  // A language in the request's address is kept.
  const lang = new URL(request.url).searchParams.get("lang");
  const query = new URLSearchParams({ step: to, ...(lang !== null && { lang }) });
  const url = `${pages.deleteUser.path}?${query}`;
  // A session has one step, so the steps share one entry in the browser's history.
  headers.set("X-Remix-Replace", "true");
  if (toast === undefined) return redirect(url, init);
  const { messages } = catalogueOf(languageOf(request, settings.languages));
  return toasts.redirectWithSuccess(url, messages[toast], init);
}

/** Posts a form; an answer that is lost becomes a sentence on the unchanged page. */
export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  answerTo(request, serverAction<typeof action>);

/** Remix drops the headers of loaders and actions unless they are copied here. Those of an action come first. */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) =>
  actionHeaders.has("Cache-Control") ? actionHeaders : loaderHeaders;

export const meta: MetaFunction<typeof loader> = ({ data: loaded, error, matches }) => {
  const layout = matches.find(({ id }) => id === LAYOUT)?.data as PageLanguage | undefined;
  if (!layout) return []; // its loader failed
  const { language, offered } = layout;
  const messages = createMessages(layout);
  const { text } = messages;
  if (error || !loaded) {
    return errorMeta(matches, null, { title: text("error.title"), text: text("error.text") });
  }
  const { path } = pages.deleteUser;
  // The default language has no query.
  const addressIn = (code: string) =>
    code === (offered[0]?.code ?? code) ? path : `${path}?lang=${code}`;
  const alternate = (hrefLang: string, address: string) => ({
    tagName: "link" as const,
    rel: "alternate",
    hrefLang,
    href: siteOf(matches).siteUrl + address,
  });
  return [
    ...pageMeta("deleteUser", matches, {
      title: titleOf(loaded.page, messages),
      description: text("page.description"),
      path: addressIn(language),
    }),
    ...offered.map(({ code }) => alternate(code, addressIn(code))),
    ...(offered.length > 0 ? [alternate("x-default", path)] : []),
  ];
};

/**
 * The page's title, preceded by the step and, after a refusal, by 'Error': screen readers read it first.
 *
 * @param shown null for the answer to a form, which `meta` does not get
 */
function titleOf(shown: DeletionPageData | null, { text }: Messages): string {
  const page = text("page.title");
  if (shown === null) return page;
  const { problem, place } = shown;
  const { at } = place;
  const step = text(`${at === "signed-out" ? "code" : at}.title`);
  const title = at === "phone" ? page : text("page.title-of-step", { step, title: page });
  return problem ? text("page.title-of-error", { title }) : title;
}

export default function DeleteUser() {
  const { page, sandbox } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [first] = useState(page ?? (answer as DeletionPageData)); // whole where no page was loaded
  const shown = useShownPage(page ?? first, answer);
  const title = pageTitle(titleOf(shown, useMessages()), useSite().siteName);
  // Remix computes the title from loaded data, also when they come after the action's answer.
  useEffect(() => void (document.title = title));
  return <DeletionPage page={shown} sandbox={sandbox} />;
}
