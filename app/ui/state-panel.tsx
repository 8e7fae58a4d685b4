import { RotateCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";

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
  heading?: Heading | undefined;
  children?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center px-6 pt-10 pb-9 text-center">
      {picture}
      <Heading className="text-21">{title}</Heading>
      <p className="mt-1.5 mb-4.5 max-w-measure wrap-anywhere text-ink-2">{text}</p>
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
  heading?: Heading | undefined;
}) {
  return (
    <div role="alert">
      <StatePanel
        title={title}
        text={text}
        heading={heading}
        picture={<TriangleAlert className="mb-2.5 icon text-danger" aria-hidden />}
      >
        {retry}
      </StatePanel>
    </div>
  );
}

/** The submit button of a form that reloads the page. */
export function RetryButton() {
  return (
    <Button type="submit" tone="ink" size="small">
      <RotateCw className="icon" aria-hidden />
      Retry
    </Button>
  );
}
