import {
  data,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ContactRefusal } from "server/contact/contact-requests.server";
import { retryAfter } from "server/resilience/retry-after.server";
import { services } from "server/services.server";
import { contactAnswerLost, contactSentTexts } from "~/content/contact";
import { audienceOf, popupUrl } from "~/features/contact/audience";
import { ContactPage } from "~/features/contact/contact-page";
import type { ContactState } from "~/features/contact/contact-form";
import type { PageHandle } from "~/features/shell/page-handle";
import { pageMeta } from "~/features/shell/page-meta";
import { answerOrLost, isLost, reloadUnlessLost, type LostAnswer } from "~/lib/lost-answer";

export async function loader({ request }: LoaderFunctionArgs) {
  const audience = audienceOf(new URL(request.url).searchParams);
  const { contact, contactSent, inSandbox } = services();
  const sandbox = inSandbox.contactForm;
  const state: ContactState = { open: contact.open, sandbox, sentAt: null, wait: null };
  if (audience === null) return data({ audience, state });

  const sent = await contactSent.consume(request);
  if (sent) {
    return data({ audience, state: { ...state, sentAt: sent.sentAt } }, { headers: sent.headers });
  }
  const wait = contact.open ? await contact.wait() : null;
  return data({ audience, state: { ...state, wait } }, limited(wait));
}

export async function action({ request }: ActionFunctionArgs) {
  const { contact, contactSent, toasts } = services();
  const answer = await contact.answer(
    request,
    contactSent.lastConfirmedAt(request),
    contactAnswerLost,
  );
  if (answer !== "sent") {
    return data(answer, { ...limited(answer.wait), status: answer.status });
  }
  const to = popupUrl(audienceOf(new URL(request.url).searchParams) ?? "individual");
  const headers = { "Set-Cookie": await contactSent.create() };
  return toasts.redirectWithSuccess(to, contactSentTexts.toast, { status: 303, headers });
}

export const clientAction = answerOrLost<typeof action>;

export const shouldRevalidate = reloadUnlessLost;

/** Response options of a page whose form cannot be sent before `wait.until`; a reload gets the same. */
function limited(wait: ContactState["wait"]): { status?: number; headers?: HeadersInit } {
  if (wait === null) return {};
  return { status: 429, headers: { "Retry-After": retryAfter(wait.until) } };
}

/** Remix drops the headers of loaders and actions unless they are copied here. */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) => {
  const wait = actionHeaders.get("Retry-After") ?? loaderHeaders.get("Retry-After");
  const copied = new Headers();
  if (wait !== null) copied.set("Retry-After", wait);
  return copied;
};

export const handle: PageHandle = {
  publicCache: { reads: ["audience"] },
  current: "Contact Us",
};

export const meta: MetaFunction = ({ matches }) => pageMeta("contact", matches);

export default function Contact() {
  const { audience, state } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as ContactRefusal | LostAnswer | undefined;
  const refusal = isLost(answer) ? null : (answer ?? null);
  // A refused form without an audience still needs a form in which to correct it.
  const formAudience = audience ?? (refusal && "individual");
  return <ContactPage audience={formAudience} state={state} refusal={refusal} />;
}
