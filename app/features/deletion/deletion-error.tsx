import { useEffect, useRef, useState } from "react";
import { pages } from "~/content/pages";
import { Reference } from "~/features/shell/error-page";
import { useHydrated } from "~/lib/hydration";
import { ButtonLink } from "~/ui/button";
import { useMessages } from "./page-language";
import { Mailbox } from "./values";

/** Error page of the deletion: what it means for the account that the page could not be made, and what to do next. */
export function DeletionError() {
  const { text, rich } = useMessages();
  // Scripts have replaced a form that had the focus. In a newly loaded document the browser sets the focus.
  const [replacesForm] = useState(useHydrated());
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (replacesForm) heading.current?.focus();
  }, [replacesForm]);
  return (
    <div className="page-wrap grid justify-items-start gap-5 py-16 max-deck:px-4 max-deck:py-9">
      <h1
        className="text-[min(3.25rem,12vw)] wrap-anywhere focus:outline-none"
        ref={heading}
        tabIndex={-1}
      >
        {text("error.title")}
      </h1>
      <p className="max-w-measure text-21/normal">{text("error.text")}</p>
      <p className="max-w-measure">
        {text("error.deleted")} {text("lost.find-out")}
      </p>
      {/* A link that loads the document again, because the page's scripts may have failed. */}
      <ButtonLink href={pages.deleteUser.path} tone="ink">
        {text("error.again")}
      </ButtonLink>
      <p className="max-w-measure text-15 text-ink-2">
        {rich("error.write", { email: <Mailbox /> })}
      </p>
      <Reference
        className="text-15 text-ink-2"
        label={text("error.reference", { reference: "" })}
      />
    </div>
  );
}
