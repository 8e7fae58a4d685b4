import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { ReactElement, ReactNode } from "react";
import { REFERENCE_ELEMENT_ID, useReference } from "./document-context";
import { errorTexts } from "./page-meta";
import { RoadClosed } from "./road-closed";

/** Error page for errors that no route handles. Shows no details of the error. */
export function ErrorPage() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return <NotFound />;
  const { title, text } = errorTexts(status);
  return (
    <RoadClosed heading={title} text={text}>
      <Reference className="mt-4 text-15" />
    </RoadClosed>
  );
}

/** The reference id of the error in the server's log; renders nothing if there is none. */
export function Reference({
  className,
  children = (reference) => <>Reference: {reference}</>,
}: {
  className: string;
  /** Renders the words around the id. */
  children?: (reference: ReactElement) => ReactNode;
}) {
  const reference = useReference();
  if (reference === undefined) return null;
  return <p className={className}>{children(<bdi id={REFERENCE_ELEMENT_ID}>{reference}</bdi>)}</p>;
}

/** The not-found page. */
export function NotFound() {
  return <RoadClosed heading="404" text="Oops! Page Not Found" />;
}
