import type { ReactNode } from "react";

/** The paragraph that opens a section. `className` is for its place alone. */
export function Lead({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <p className={`max-w-[46ch] text-21/[1.45] text-pretty text-ink-2 ${className}`}>{children}</p>
  );
}
