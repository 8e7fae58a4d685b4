import { randomUUID } from "node:crypto";
import {
  data,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { retryAfter } from "server/resilience/retry-after.server";
import type { ContactAnswer } from "server/contact/contact-requests.server";
import { services } from "server/services.server";
import { contactAnswerLost, contactTooLong } from "~/content/contact";
import { audienceOf } from "~/features/contact/popup-url";
import type { ContactState } from "~/features/contact/contact-form";
import { ContactPage } from "~/features/contact/contact-page";
import type { PageHandle } from "~/features/shell/page-handle";
import { pageMeta } from "~/features/shell/page-meta";
import { inTime } from "~/lib/in-time";

export function loader({ request }: LoaderFunctionArgs) {
  const audience = audienceOf(new URL(request.url).searchParams);
  const { contact, inSandbox } = services();
  const sandbox = inSandbox.contactForm;
  // Without a popup the page is the same for everybody, and has no form.
  const press = audience === null ? "" : randomUUID();
  return { audience, state: { open: contact.open, sandbox, press } satisfies ContactState };
}

export async function action({ request }: ActionFunctionArgs) {
  const answer = await services().contact.answer(request);
  const { status, retryAt } = answer;
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (retryAt !== null) headers.set("Retry-After", retryAfter(retryAt));
  return data(answer, { status, headers });
}

/** The server refuses larger forms before it reads them. */
const MOST_BYTES = 64 * 1024;

/** Posts a message. Where the server gives no answer of the form, a sentence beside the typed text says why. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  // The body is URL-encoded: a byte a character.
  const body = await request.clone().text();
  if (body.length > MOST_BYTES) {
    return Response.json(withoutAnswer(body, contactTooLong), { status: 413 });
  }
  try {
    return await inTime(serverAction<typeof action>());
  } catch {
    // A status from 400 on keeps Remix from loading the page's data again, which would fail as well.
    return Response.json(withoutAnswer(body, contactAnswerLost), { status: 504 });
  }
}

function withoutAnswer(body: string, message: string): ContactAnswer {
  const { press = "", ...typed } = Object.fromEntries(new URLSearchParams(body));
  return { status: 504, problems: [], message, retryAt: null, honeypotFilled: false, typed, press };
}

/** Remix drops the headers of actions unless they are copied here. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const handle: PageHandle = {
  publicCache: { reads: ["audience"] },
  current: "Contact Us",
};

export const meta: MetaFunction = ({ matches }) => pageMeta("contact", matches);

export default function Contact() {
  const { audience, state } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  // A refused form without an audience still needs a form in which to correct it.
  const formAudience = audience ?? (answer === undefined ? null : "individual");
  return <ContactPage audience={formAudience} state={state} answer={answer ?? null} />;
}
