import { RotateCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** A panel that says in one glance why there is nothing to see, and what to do. */
export function StatePanel({
  title,
  text,
  picture,
  children,
}: {
  title: string;
  text: string;
  picture?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="state-panel">
      {picture}
      <h3>{title}</h3>
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
}: {
  title: string;
  text: string;
  retry: ReactNode;
}) {
  return (
    <div role="alert">
      <StatePanel
        title={title}
        text={text}
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
