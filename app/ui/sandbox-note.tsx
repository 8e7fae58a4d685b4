import { Info } from "lucide-react";
import type { ReactNode } from "react";

/** Note that the sandbox replaces the company's service. `className` sets the margins. */
export function SandboxNote({
  className,
  children,
}: {
  className: string | undefined;
  children: ReactNode;
}) {
  return (
    <p className={`${noteStyle} ${className}`}>
      <Info className="icon" />
      <span>{children}</span>
    </p>
  );
}

const noteStyle =
  "flex w-fit items-center gap-2.5 rounded-control bg-accent px-3.5 py-[5.5px] text-15/body font-semibold text-asphalt forced-colors:border";
