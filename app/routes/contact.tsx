import { randomUUID } from "node:crypto";
import {
  data,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { retryAfter } from "server/limits/limits.server";
import type { ContactAnswer } from "server/contact/contact-requests.server";
import { services } from "server/services.server";
import { audiences, contactAnswerLost, contactTooLong, type Audience } from "~/content/contact";
import { ContactPage } from "~/features/contact/contact-page";
import type { PageHandle } from "~/features/shell/page-handle";
import { pageMeta } from "~/features/shell/page-meta";
import { inTime } from "~/lib/in-time";

export function loader({ request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get("audience") ?? "";
  const audience = Object.hasOwn(audiences, asked) ? (asked as Audience) : null; // one of its keys
  const { contact, inSandbox } = services();
  // Without a popup the page is the same for everybody, and has no form.
  const press = audience === null ? "" : randomUUID();
  return { audience, open: contact.open, sandbox: inSandbox.contactForm, press };
}

export async function action({ request }: ActionFunctionArgs) {
  const answer = await services().contact.answer(request);
  const { status, retryAt } = answer;
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (retryAt !== null) headers.set("Retry-After", retryAfter(retryAt));
  return data(answer, { status, headers });
}

/** Posts a message. Where the server gives no answer of the form, a sentence beside the typed text says why. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  // The body is URL-encoded: a byte a character.
  const body = await request.clone().text();
  const { press = "", ...typed } = Object.fromEntries(new URLSearchParams(body));
  const status = 504;
  const withoutAnswer = (message: string) => {
    const answer: ContactAnswer = { status, problems: [], message, retryAt: null, typed, press };
    return Response.json(answer, { status });
  };
  // The server refuses larger forms before it reads them.
  if (body.length > 64 * 1024) return withoutAnswer(contactTooLong);
  return inTime(serverAction<typeof action>()).catch(() => withoutAnswer(contactAnswerLost));
}

/** An answer replaces what was loaded with the page. Loading again could fail, and hide that a message was sent. */
export const shouldRevalidate = () => false;

/** Remix drops the headers of actions unless they are copied here. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const handle: PageHandle = {
  publicCache: { reads: ["audience"] },
  current: "Contact Us",
};

export const meta: MetaFunction = ({ matches }) => pageMeta("contact", matches);

export default function Contact() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? null;
  // A refused form without an audience still needs a form in which to correct it.
  const audience = loaded.audience ?? (answer && "individual");
  return <ContactPage {...loaded} audience={audience} answer={answer} />;
}
