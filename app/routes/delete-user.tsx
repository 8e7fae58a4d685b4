import {
  data,
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { isRouteErrorResponse, useActionData, useLoaderData } from "@remix-run/react";
import type { DeletionAnswer } from "server/deletion/requests.server";
import { services } from "server/services.server";
import { declareLanguage, languageOf } from "server/http/chosen-language.server";
import { pages } from "~/content/pages";
import { DeletionError } from "~/features/deletion/deletion-error";
import { DeletionPage } from "~/features/deletion/deletion-page";
import { useLatestPage, type Shown } from "~/features/deletion/use-latest-page";
import { addressIn, alternates, pageLanguageOf } from "~/features/deletion/page-language";
import { stepTitle } from "~/features/deletion/step-title";
import { messagesIn } from "~/features/shell/catalogues.server";
import { createMessages } from "~/features/shell/messages";
import { errorMeta, pageMeta } from "~/features/shell/page-meta";
import { answerOrLost, reloadUnlessLost, type LostAnswer } from "~/lib/lost-answer";

/** Passes the action's answer to the loader of the same request. Remix creates a new context for each request. */
interface AnswerContext {
  answer?: DeletionAnswer;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { deletion, inSandbox, settings } = services();
  const { answer } = context as AnswerContext;
  // After a posted document Remix runs the loader too, whose data make the title: it has to be the action's page.
  const result = answer ? { ...answer, headers: new Headers() } : await deletion.show(request);
  const { page, problem, status, headers } = result;
  declareLanguage(headers, request, settings.languages);
  return data({ page, problem, sandbox: inSandbox.auth }, { status, headers });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { deletion, toasts, settings } = services();
  const answer = await deletion.answer(request);
  declareLanguage(answer.headers, request, settings.languages);
  if ("to" in answer) {
    const { to, query, toast, headers } = answer;
    const url = to === "home" ? pages.home.path : pageUrl(request, query);
    // The home page is a separate document: a client-side navigation would render it in this one.
    if (to === "home") headers.set("X-Remix-Reload-Document", "true");
    const init = { status: 303, headers };
    if (toast === undefined) return redirect(url, init);
    const text = messagesIn(languageOf(request, settings.languages)).filled(toast);
    return toasts.redirectWithSuccess(url, text, init);
  }
  (context as AnswerContext).answer = answer;
  const { page, problem, status, headers } = answer;
  return data({ page, problem }, { status, headers });
}

export const clientAction = answerOrLost<typeof action>;

export const shouldRevalidate = reloadUnlessLost;

/** URL of the page at a step; a language in the request's URL is kept. */
function pageUrl(request: Request, step: string | undefined): string {
  const asksForLanguage = new URL(request.url).searchParams.has("lang");
  const language = asksForLanguage && languageOf(request, services().settings.languages);
  const query = [language && `lang=${language}`, step].filter(Boolean).join("&");
  return pages.deleteUser.path + (query && `?${query}`);
}

/** Remix drops the headers of loaders and actions unless they are copied here. Those of an action come first. */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) => {
  const source = actionHeaders.has("Cache-Control") ? actionHeaders : loaderHeaders;
  const copied = new Headers();
  for (const name of [
    "Cache-Control",
    "Clear-Site-Data",
    "Content-Language",
    "Retry-After",
    "Vary",
  ]) {
    const value = source.get(name);
    if (value !== null) copied.set(name, value);
  }
  return copied;
};

export const meta: MetaFunction<typeof loader> = ({ data: loaded, error, matches }) => {
  const layout = pageLanguageOf(matches);
  if (!layout) return [];
  const { language, texts, offered } = layout;
  const messages = createMessages(language.code, texts);
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
      title: loaded && stepTitle(messages, loaded.page, loaded.problem),
      description: text("page.description"),
      picture: text("page.picture", { title }),
      path: addressIn(language.code, offered),
    }),
    ...alternates(matches),
  ];
};

export default function DeleteUser() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Shown | LostAnswer | undefined;
  const { page, problem } = useLatestPage(loaded, answer);
  return <DeletionPage page={page} problem={problem} sandbox={loaded.sandbox} />;
}

export function ErrorBoundary() {
  return <DeletionError />;
}
