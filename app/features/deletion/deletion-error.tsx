import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { useState } from "react";
import { pages } from "~/content/pages";
import { Reference } from "~/features/shell/error-page";
import { useMessages } from "./messages";
import { useHydrated } from "~/lib/hydration";
import { ButtonLink } from "~/ui/button";
import { Mailbox } from "./values";

/** Error page of the deletion: what the failed step means for the account, and what to do next. */
export function DeletionError() {
  const error = useRouteError();
  const messages = useMessages();
  // Scripts have replaced a form that had the focus. In a newly loaded document the browser sets the focus.
  const [replacesForm] = useState(useHydrated());
  const isClientError = isRouteErrorResponse(error) && error.status < 500;
  return (
    <div className="page-wrap grid justify-items-start gap-5 py-16 max-deck:px-4 max-deck:py-9">
      <h1
        className="text-[min(3.25rem,12vw)] wrap-anywhere focus:outline-none"
        ref={(heading) => void (replacesForm && heading?.focus())}
        tabIndex={-1}
      >
        {messages.text("error.title")}
      </h1>
      <p className="max-w-measure text-21/normal">
        {messages.text(isClientError ? "error.text-refused" : "error.text")}
      </p>
      <p className="max-w-measure">
        {messages.text("error.deleted")} {messages.text("lost.find-out")}
      </p>
      {/* A link that loads the document again, because the page's scripts may have failed. */}
      <ButtonLink href={pages.deleteUser.path} tone="ink">
        {messages.text("error.again")}
      </ButtonLink>
      <p className="max-w-measure text-15 text-ink-2">
        {messages.rich("error.write", { email: <Mailbox /> })}
      </p>
      <Reference
        className="text-15 text-ink-2"
        label={messages.text("error.reference", { reference: "" })}
      />
    </div>
  );
}
