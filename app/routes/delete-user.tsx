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
import { languageOf } from "server/http/chosen-language.server";
import { pages } from "~/content/pages";
import { DeletionError } from "~/features/deletion/deletion-error";
import { DeletionPage, stepTitle } from "~/features/deletion/deletion-page";
import {
  addressIn,
  alternateAddresses,
  LAYOUT,
  messagesOf,
  type PageLanguage,
} from "~/features/deletion/messages";
import { forgetDeletion, noteDeletion, lostAnswer, usePage } from "~/features/deletion/shown-page";
import { catalogueOf } from "~/features/deletion/catalogues.server";
import { errorMeta, pageMeta } from "~/features/shell/page-meta";
import { siteOf } from "~/features/shell/site";
import { inTime } from "~/lib/in-time";

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
  const url = to === "home" ? pages.home.path : stepUrl(request, to);
  const init = { status: 303, headers };
  if (toast === undefined) return redirect(url, init);
  const text = catalogueOf(languageOf(request, settings.languages)).messages[toast];
  return toasts.redirectWithSuccess(url, text, init);
}

/** Address of a step; a language in the request's address is kept. */
function stepUrl(request: Request, step: string): string {
  const query = new URLSearchParams({ step });
  const asksForLanguage = new URL(request.url).searchParams.has("lang");
  if (asksForLanguage) query.set("lang", languageOf(request, services().settings.languages));
  return `${pages.deleteUser.path}?${query}`;
}

/** Posts a form; an answer that does not arrive or cannot be read becomes a sentence on the unchanged page. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const { search } = new URL(request.url);
  const form = new URLSearchParams(await request.clone().text());
  // Back shall lead to the step on which the form stood.
  history.replaceState(history.state, "", search);
  noteDeletion(form);
  try {
    return await inTime(serverAction<typeof action>());
  } catch (failure) {
    if (!(failure instanceof Response)) {
      // A status from 400 on keeps Remix from loading the page's data again, which would fail as well.
      return Response.json(lostAnswer(form), { status: 504 });
    }
    forgetDeletion(form);
    throw failure; // a redirect: the form succeeded
  }
}

/** A refused form changes no data, nor does another language: the page keeps what it says of the form. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl: { searchParams: current },
  nextUrl: { searchParams: next },
  formMethod,
  actionStatus = 200,
}) =>
  actionStatus < 400 &&
  (formMethod !== undefined ||
    current.get("lang") === next.get("lang") ||
    current.get("step") !== next.get("step"));

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
  const answer = useActionData<typeof action | typeof lostAnswer>();
  return <DeletionPage page={usePage(page, answer)} sandbox={sandbox} />;
}

export function ErrorBoundary() {
  return <DeletionError />;
}
