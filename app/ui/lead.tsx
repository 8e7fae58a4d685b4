import type { ReactNode } from "react";

/** The paragraph that opens a section. `className` is for its place alone. */
export function Lead({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <p className={`max-w-measure-46 text-21/normal text-pretty text-ink-2 ${className}`}>
      {children}
    </p>
  );
}
