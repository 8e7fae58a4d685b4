import {
  data,
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  isRouteErrorResponse,
  useActionData,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { services } from "server/services.server";
import { languageOf } from "server/http/visit.server";
import { pages } from "~/content/pages";
import { DeletionPage, stepTitle } from "~/features/deletion/deletion-page";
import {
  addressIn,
  alternateAddresses,
  LAYOUT,
  messagesOf,
  type PageLanguage,
} from "~/features/deletion/messages";
import { answerTo, useShownPage } from "~/features/deletion/shown-page";
import { catalogueOf } from "~/features/deletion/catalogues.server";
import { errorMeta, pageMeta } from "~/features/shell/page-meta";
import { siteOf } from "~/features/shell/site";

export { DeletionError as ErrorBoundary } from "~/features/deletion/deletion-error";

export async function loader({ request }: LoaderFunctionArgs) {
  const { deletion, inSandbox } = services();
  const { page, headers } = await deletion.show(request);
  return data({ page, sandbox: inSandbox.auth }, { headers });
}

export async function action({ request }: ActionFunctionArgs) {
  const { deletion, toasts, settings } = services();
  const answer = await deletion.answer(request);
  const { headers } = answer;
  if ("page" in answer) return data(answer.page, { status: answer.status, headers });
  const { to, toast } = answer;
  // The home page is a separate document: a client-side navigation would render it in this one.
  if (to === "home") headers.set("X-Remix-Reload-Document", "true");
  const language = () => languageOf(request, settings.languages);
  // A language in the request's address is kept.
  const query = new URL(request.url).searchParams.has("lang") ? `&lang=${language()}` : "";
  const url = to === "home" ? pages.home.path : `${pages.deleteUser.path}?step=${to}${query}`;
  const init = { status: 303, headers };
  if (toast === undefined) return redirect(url, init);
  return toasts.redirectWithSuccess(url, catalogueOf(language()).messages[toast], init);
}

/** Posts a form; an answer that is lost becomes a sentence on the unchanged page. */
export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  answerTo(request, serverAction<typeof action>);

/** A refused form changes no data, nor does another language: the page keeps what it says of the form. */
export const shouldRevalidate: ShouldRevalidateFunction = (move) => {
  const { currentUrl, nextUrl, formMethod, actionStatus = 200 } = move;
  const stays = (name: string) =>
    currentUrl.searchParams.get(name) === nextUrl.searchParams.get(name);
  return actionStatus < 400 && (formMethod !== undefined || stays("lang") || !stays("step"));
};

/** Remix drops the headers of loaders and actions unless they are copied here. Those of an action come first. */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) =>
  actionHeaders.has("Cache-Control") ? actionHeaders : loaderHeaders;

export const meta: MetaFunction<typeof loader> = ({ data: loaded, error, matches }) => {
  const layout = matches.find(({ id }) => id === LAYOUT)?.data as PageLanguage | undefined;
  if (!layout) return []; // its loader failed
  const { language, offered } = layout;
  const messages = messagesOf(layout);
  const { text } = messages;
  if (error) {
    const isClientError = isRouteErrorResponse(error) && error.status < 500;
    return errorMeta(isClientError ? error.status : 500, matches, {
      title: text("error.title"),
      text: text(isClientError ? "error.text-refused" : "error.text"),
    });
  }
  const title = text("page.title");
  return [
    ...pageMeta("deleteUser", matches, {
      title: loaded && stepTitle(messages, loaded.page),
      description: text("page.description"),
      picture: text("page.picture", { title }),
      path: addressIn(language.code, offered),
    }),
    ...alternateAddresses(offered).map(([hrefLang, address]) => ({
      tagName: "link" as const,
      rel: "alternate",
      hrefLang,
      href: siteOf(matches).siteUrl + address,
    })),
  ];
};

export default function DeleteUser() {
  const { page, sandbox } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <DeletionPage page={useShownPage(page, answer)} sandbox={sandbox} />;
}
