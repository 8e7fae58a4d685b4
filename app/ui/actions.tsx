import type { ReactNode } from "react";

/** A form's or a dialog's buttons, side by side where they fit. `className` is for its place alone. */
export function Actions({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={`grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3 ${className}`}
      data-actions
    >
      {children}
    </div>
  );
}
