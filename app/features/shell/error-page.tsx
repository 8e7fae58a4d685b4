import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { ReactElement, ReactNode } from "react";
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
export function Reference({
  className,
  children = (reference) => <>Reference: {reference}</>,
}: {
  className: string;
  /** The words around it. */
  children?: (reference: ReactElement) => ReactNode;
}) {
  const reference = useReference();
  if (reference === undefined) return null;
  return <p className={className}>{children(<bdi id={REFERENCE_ELEMENT_ID}>{reference}</bdi>)}</p>;
}

export function NotFound() {
  return <RoadClosed heading="404" text="Oops! Page Not Found" />;
}
