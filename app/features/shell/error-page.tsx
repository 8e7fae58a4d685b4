import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { REFERENCE_ELEMENT_ID, useReference } from "./document-context";
import { errorTexts, isRefusal } from "./page-meta";
import { RoadClosed } from "./road-closed";

/** What every error that no route handles itself ends in. Says nothing of the error's inside. */
export function ErrorPage() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return <NotFound />;
  const { title, text } = errorTexts(status);
  // A refusal says itself why.
  const refusal = isRouteErrorResponse(error) && isRefusal(status) ? String(error.data) : null;
  return (
    <RoadClosed heading={title} text={refusal ?? text}>
      <Reference className="mt-4 text-15" />
    </RoadClosed>
  );
}

/** Under which the server's log tells of the error; nothing where none is known. */
export function Reference({ className }: { className: string }) {
  const reference = useReference();
  return (
    reference !== undefined && (
      <p className={className}>
        Reference: <span id={REFERENCE_ELEMENT_ID}>{reference}</span>
      </p>
    )
  );
}

/** The not-found page. */
export function NotFound() {
  return <RoadClosed heading="404" text="Oops! Page Not Found" />;
}
