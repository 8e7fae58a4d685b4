import { RotateCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** One level below the heading that the panel stands under. */
type Heading = "h2" | "h3";

/** A panel that says in one glance why there is nothing to see, and what to do. */
export function StatePanel({
  title,
  text,
  picture,
  heading: Heading = "h3",
  children,
}: {
  title: string;
  text: string;
  picture?: ReactNode;
  heading?: Heading;
  children?: ReactNode;
}) {
  return (
    <div className="state-panel">
      {picture}
      <Heading>{title}</Heading>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** A failure with its reason and a way to try again; `retry` is the form that reloads. */
export function FailurePanel({
  title,
  text,
  retry,
  heading,
}: {
  title: string;
  text: string;
  retry: ReactNode;
  heading?: Heading;
}) {
  return (
    <div role="alert">
      <StatePanel
        title={title}
        text={text}
        heading={heading}
        picture={<TriangleAlert className="i warn" aria-hidden />}
      >
        {retry}
      </StatePanel>
    </div>
  );
}

/** The submit button of a form that reloads the page. */
export function RetryButton() {
  return (
    <button className="btn retry small">
      <RotateCw className="i" aria-hidden />
      Retry
    </button>
  );
}
