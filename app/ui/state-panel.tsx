import type { ReactNode } from "react";

interface StatePanelProps {
  title: string;
  text: string;
  picture?: ReactNode;
  /** Must be one level below the heading above the panel. */
  heading?: "h2" | "h3";
  children?: ReactNode;
}

/** A panel that explains why there is no content, and what to do. */
export function StatePanel(props: StatePanelProps) {
  const { title, text, picture, heading: Heading = "h3", children } = props;
  return (
    <div className="grid justify-items-center px-6 pt-10 pb-9 text-center">
      {picture}
      <Heading className="text-21">{title}</Heading>
      <p className="mt-1.5 mb-4.5 max-w-measure wrap-anywhere text-ink-2">{text}</p>
      {children}
    </div>
  );
}
