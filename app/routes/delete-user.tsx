import {
  data,
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { services } from "server/services.server";
import { DeletionPage } from "~/features/deletion/deletion-page";
import { stepTitle } from "~/features/deletion/step";
import { pageMeta } from "~/features/shell/page-meta";
import type { PageHandle } from "~/root";
import "~/ui/messages.css";

export const handle: PageHandle = { theme: "day" };

const PATH = "/pulsescout/delete-user";

export async function loader({ request }: LoaderFunctionArgs) {
  const { deletion, toasts, settings, inSandbox } = services();
  const { page, status, headers } = await deletion.show(request);
  const { toast, headers: taken } = await toasts.getToast(request);
  if (toast) for (const value of taken.getSetCookie()) headers.append("Set-Cookie", value);
  const { siteName, contactEmail } = settings;
  // The same words again are news again: the time tells them apart.
  const flash = toast ? { message: toast.message, at: page.now } : null;
  const sandbox = inSandbox.auth;
  return data({ page, flash, sandbox, siteName, contactEmail }, { status, headers });
}

export async function action({ request }: ActionFunctionArgs) {
  const answer = await services().deletion.answer(request);
  if ("to" in answer) {
    const { to, headers } = answer;
    return redirect(to === "home" ? "/" : pageUrl(request), { status: 303, headers });
  }
  const { page, problem, status, headers } = answer;
  return data({ page, problem }, { status, headers });
}

/** The page again; without scripts the closed information panel is a part of its URL. */
function pageUrl(request: Request): string {
  const { search } = new URL(request.url);
  return search === "?info=closed" ? PATH + search : PATH;
}

/** Without these the loader's or action's own headers would stay behind. A form's answer has the word. */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) => {
  const answer = actionHeaders.has("Cache-Control") ? actionHeaders : loaderHeaders;
  const kept = new Headers();
  for (const name of ["Cache-Control", "Clear-Site-Data", "Retry-After"]) {
    const value = answer.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept;
};

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) =>
  pageMeta("deleteUser", matches).map((descriptor) =>
    "title" in descriptor && loaded
      ? { title: stepTitle(loaded.page.place.at, String(descriptor.title)) }
      : descriptor,
  );

export default function DeleteUser() {
  const { page, ...rest } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const shown = answer?.page ?? page;
  return <DeletionPage {...rest} page={shown} problem={answer?.problem ?? null} />;
}
