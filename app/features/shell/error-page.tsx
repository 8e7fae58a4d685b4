import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { errorTexts } from "./error-texts";
import { REFERENCE_ELEMENT_ID, useReference } from "./reference";
import { RoadClosed } from "./road-closed";

/** What every error that no route handles itself ends in. Says nothing of the error's inside. */
export function ErrorPage() {
  const error = useRouteError();
  const reference = useReference();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return <NotFound />;
  const { title, text } = errorTexts(status);
  return (
    <RoadClosed heading={title} text={text}>
      {reference && (
        <p className="reference">
          Reference: <span id={REFERENCE_ELEMENT_ID}>{reference}</span>
        </p>
      )}
    </RoadClosed>
  );
}

/** The not-found page. */
export function NotFound() {
  return <RoadClosed heading="404" text="Oops! Page Not Found" />;
}
