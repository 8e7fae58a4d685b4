import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { pages } from "~/content/pages";
import { Reference } from "~/features/shell/error-page";
import { errorTexts } from "~/features/shell/page-meta";
import { useSite } from "~/features/shell/site";
import { ButtonLink } from "~/ui/button";

/** The account-deletion page where a step could not be made: what that means for the account, and the ways on. */
export function DeletionError() {
  const error = useRouteError();
  const { contactEmail } = useSite();
  const { title, text } = errorTexts(isRouteErrorResponse(error) ? error.status : 500);
  return (
    <div className="page-wrap grid justify-items-start gap-5 py-16 max-deck:px-4 max-deck:py-9">
      <h1 className="text-[min(3.25rem,12vw)] wrap-anywhere">{title}</h1>
      <p className="max-w-measure text-21/normal">{text}</p>
      <p className="max-w-measure">
        Opening this page deletes nothing. If you had just confirmed the deletion, open the page
        again: it says whether your account is deleted.
      </p>
      {/* Loaded anew: what failed may be the page's own scripts. */}
      <ButtonLink href={pages.deleteUser.path} tone="ink">
        Try again
      </ButtonLink>
      <p className="max-w-measure text-15 text-ink-2">
        Does it happen again? Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
      </p>
      <Reference className="text-15 text-ink-2" />
    </div>
  );
}
