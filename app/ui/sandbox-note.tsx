import { Info } from "lucide-react";
import type { ReactNode } from "react";
import "./sandbox-note.css";

/** Says that the sandbox answers here in place of the company's own service. */
export function SandboxNote({ children }: { children: ReactNode }) {
  return (
    <p className="sandbox-note">
      <Info className="i" aria-hidden />
      <span>{children}</span>
    </p>
  );
}
