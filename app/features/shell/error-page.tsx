import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { REFERENCE_ELEMENT_ID, useReference } from "./answered-request";
import { errorTexts } from "./page-meta";
import { RoadClosed } from "./road-closed";
import sheet from "~/styles/pages/error.css?url";

/** What every error that no route handles itself ends in. Says nothing of the error's inside. */
export function ErrorPage() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <>
      {/* The style sheet of the page that failed is gone with its route. */}
      <link rel="stylesheet" href={sheet} />
      {status === 404 ? <NotFound /> : <Failure status={status} />}
    </>
  );
}

function Failure({ status }: { status: number }) {
  const { title, text } = errorTexts(status);
  return (
    <RoadClosed heading={title} text={text}>
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
