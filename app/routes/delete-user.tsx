import {
  data,
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type LinksFunction,
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
import { messagesIn } from "~/features/shell/messages";
import { errorMeta, pageMeta } from "~/features/shell/page-meta";
import type { Unanswered } from "~/features/shell/form-page";
import sheet from "~/styles/pages/delete-user.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

/** What the action of a request hands to its loader: Remix makes the context anew for each request. */
interface Answered {
  answer?: DeletionAnswer;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { deletion, inSandbox, settings } = services();
  const { answer } = context as Answered;
  // A document that was posted for has one title, made of the loader's data: it is of the page that the action made.
  const shown = answer ? { ...answer, headers: new Headers() } : await deletion.show(request);
  const { page, problem, status, headers } = shown;
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
    // The home page is a document of its own: a move by scripts would leave both in one.
    if (to === "home") headers.set("X-Remix-Reload-Document", "true");
    const init = { status: 303, headers };
    if (toast === undefined) return redirect(url, init);
    const text = messagesIn(languageOf(request, settings.languages)).filled(toast);
    return toasts.redirectWithSuccess(url, text, init);
  }
  (context as Answered).answer = answer;
  const { page, problem, status, headers } = answer;
  return data({ page, problem }, { status, headers });
}

/** The page again, of a step; the language stays a part of its URL. */
function pageUrl(request: Request, step: string | undefined): string {
  const asksForLanguage = new URL(request.url).searchParams.has("lang");
  const language = asksForLanguage && languageOf(request, services().settings.languages);
  const query = [language && `lang=${language}`, step].filter(Boolean).join("&");
  return pages.deleteUser.path + (query && `?${query}`);
}

/** Without these the loader's or action's own headers would stay behind. A form's answer has the word. */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) => {
  const answer = actionHeaders.has("Cache-Control") ? actionHeaders : loaderHeaders;
  const kept = new Headers();
  for (const name of [
    "Cache-Control",
    "Clear-Site-Data",
    "Content-Language",
    "Retry-After",
    "Vary",
  ]) {
    const value = answer.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept;
};

export const meta: MetaFunction<typeof loader> = ({ data: loaded, error, matches }) => {
  const { language, offered } = pageLanguageOf(matches);
  const messages = messagesIn(language.code);
  const { text } = messages;
  if (error) {
    const refused = isRouteErrorResponse(error) && error.status < 500;
    return errorMeta(refused ? error.status : 500, matches, {
      title: text("error.title"),
      text: text(refused ? "error.text-refused" : "error.text"),
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
  const answer = useActionData<typeof action>() as Shown | Unanswered | undefined;
  const { page, problem } = useLatestPage(loaded, answer);
  return <DeletionPage page={page} problem={problem} sandbox={loaded.sandbox} />;
}

export function ErrorBoundary() {
  return <DeletionError />;
}
