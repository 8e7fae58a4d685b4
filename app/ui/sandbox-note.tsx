import { Info } from "lucide-react";
import type { ReactNode } from "react";

interface SandboxNoteProps {
  className: string | undefined;
  children: ReactNode;
}

/** Note that the sandbox replaces the company's service. `className` sets the margins. */
export function SandboxNote({ className, children }: SandboxNoteProps) {
  return (
    <p
      className={`flex w-fit items-center gap-2.5 rounded-control bg-accent px-3.5 py-[5.5px] text-15/body font-semibold text-asphalt forced-colors:border ${className}`}
    >
      <Info className="icon" />
      <span>{children}</span>
    </p>
  );
}
