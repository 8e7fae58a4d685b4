import { TriangleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

/** Classes of a text control. `aria-invalid` gives it a red border. @param layout its size and padding */
export const input = (layout = "min-h-13 w-full px-4") => `${inputBase} ${layout}`;

const inputBase =
  "rounded-control border-control border-edge bg-raised text-ink " +
  "placeholder:text-ink-2 placeholder:opacity-100 aria-invalid:border-2 aria-invalid:border-danger";

/** Classes of one of many fields in a bar, and of its label. */
export const barField = {
  field: "flex flex-col gap-1.5",
  label: "text-13 leading-tight font-bold text-ink-2",
};

/** Attributes that connect a control with its label and its error message. */
type Wiring = Pick<ComponentProps<"input">, "id" | "aria-invalid" | "aria-describedby">;

interface FieldProps {
  id: string;
  label: string;
  /** Error message; empty for no error. */
  problem?: string | undefined;
  /** `id` of another element that describes the control. */
  describedBy?: string;
  /** Layout only: place among other fields. */
  className?: string | undefined;
  children: (control: Wiring) => ReactNode;
}

/** A label, its control, and the control's error message. */
export function Field({
  id,
  label,
  problem = "",
  describedBy,
  className = "",
  children,
}: FieldProps) {
  const wrong = problem !== "";
  const descriptions = [describedBy, wrong && `${id}-problem`].filter(Boolean).join(" ");
  return (
    <div className={`flex flex-col gap-2 ${className}`}>
      <label className="text-15 leading-tight font-bold" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        "aria-invalid": wrong || undefined,
        "aria-describedby": descriptions || undefined,
      })}
      {wrong && <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>}
    </div>
  );
}

/** Error message of a field or a group of fields; `id` is for their `aria-describedby`. */
export function FieldProblem({ id, children }: { id: string; children: string }) {
  return (
    <p className="flex items-start gap-2 text-15 font-semibold text-danger" id={id}>
      <TriangleAlert className="icon" />
      {children}
    </p>
  );
}

/** A checkbox or radio button with its label. The whole row is clickable. */
export function CheckRow({ children, ...control }: ComponentProps<"input">) {
  return (
    <label className={checkRow}>
      <input type="checkbox" className="size-5.5 flex-none accent-sign outline-none" {...control} />
      {children}
    </label>
  );
}

const checkRow =
  "flex min-h-13 cursor-pointer items-center gap-3.5 rounded-control border-control border-edge bg-raised " +
  "px-4 py-0.75 leading-tight has-checked:border-sign " +
  "has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus";
