import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { useContext, type ReactElement, type ReactNode } from "react";
import { DocumentContext } from "./document-context";
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

const REFERENCE_ID = "reference";

/** The request's id in the server's log; renders nothing where the error occurred in the browser, without a request. */
export function Reference({
  className,
  children = (reference) => <>Reference: {reference}</>,
}: {
  className: string;
  /** Renders the words around the id. */
  children?: (reference: ReactElement) => ReactNode;
}) {
  let { reference } = useContext(DocumentContext);
  // During hydration it is in the document alone.
  if (!import.meta.env.SSR) reference = document.getElementById(REFERENCE_ID)?.textContent ?? "";
  if (!reference) return null;
  return <p className={className}>{children(<bdi id={REFERENCE_ID}>{reference}</bdi>)}</p>;
}

/** The not-found page. */
export function NotFound() {
  return <RoadClosed heading="404" text="Oops! Page Not Found" />;
}
