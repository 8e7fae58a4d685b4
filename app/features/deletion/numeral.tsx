import type { ReactNode } from "react";

/** A number or a reference in a sentence, written from left to right in every language. */
export function Numeral({ children }: { children: ReactNode }) {
  return (
    <b className="whitespace-nowrap text-ink tabular-nums" dir="ltr">
      {children}
    </b>
  );
}
