import { TriangleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

const inputKinds = {
  line: "min-h-13 w-full px-4",
  text: "w-full resize-y px-4 pt-3.25",
  code: "min-h-17 w-full pr-4 pl-5.5 text-32/none font-bold tracking-[0.42em] tabular-nums max-sm:tracking-[0.3em]",
  /** With room for the button in front. */
  search: "min-h-12 w-full pr-4 pl-12",
  /** A short number; its width is up to its place. */
  number: "min-h-10 max-w-full px-3 text-right tabular-nums",
};

/**
 * How a control that is typed into looks, by its kind; a text's height is up to its place. What is wrong with it
 * shows by `aria-invalid`.
 */
export function input(kind: keyof typeof inputKinds, className = ""): string {
  return `${inputBase} ${inputKinds[kind]} ${className}`;
}

const inputBase = [
  "rounded-control border-control border-edge bg-raised text-ink",
  "placeholder:text-ink-2 placeholder:opacity-100 aria-invalid:border-2 aria-invalid:border-danger",
].join(" ");

/** A field's label and what it labels. `small`: one of many in a bar. */
export const fieldFrame = { normal: "flex flex-col gap-2", small: "flex flex-col gap-1.5" };

export const fieldLabel = {
  normal: "text-15 leading-tight font-bold",
  small: "text-13 leading-tight font-bold text-ink-2",
};

/** What a field's control must carry to belong to its label and its error. */
type Wiring = Pick<ComponentProps<"input">, "id" | "aria-invalid" | "aria-describedby">;

interface FieldProps {
  id: string;
  size?: keyof typeof fieldFrame;
  label: string;
  /** What is wrong with it, in words; empty for nothing. */
  problem?: string | undefined;
  /** `id` of what else describes it. */
  describedBy?: string;
  /** What became of what was typed; said as it changes. Left out: nothing ever does. */
  note?: string | undefined;
  /** Its place among others. */
  className?: string | undefined;
  children: (control: Wiring) => ReactNode;
}

/** A label, its control, and what is wrong with it. */
export function Field({
  id,
  label,
  problem = "",
  describedBy,
  note,
  size = "normal",
  className = "",
  children,
}: FieldProps) {
  const wrong = problem !== "";
  const descriptions = [describedBy, wrong && `${id}-problem`].filter(Boolean).join(" ");
  return (
    <div className={`${fieldFrame[size]} ${className}`}>
      <label className={fieldLabel[size]} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        "aria-invalid": wrong || undefined,
        "aria-describedby": descriptions || undefined,
      })}
      {wrong && <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>}
      {note !== undefined && (
        <p className="text-15 text-ink-2" role="status">
          {note}
        </p>
      )}
    </div>
  );
}

/** What is wrong with a field or a group of them; `id` is what they are described by. */
export function FieldProblem({ id, children }: { id: string; children: string }) {
  return (
    <p className="flex items-start gap-2 text-15 font-semibold text-danger" id={id}>
      <TriangleAlert className="icon" />
      {children}
    </p>
  );
}

/** A box to tick, or one of several to choose, with its words: the whole row answers. */
export function CheckRow({ children, ...control }: ComponentProps<"input">) {
  return (
    <label className={checkRow}>
      <input type="checkbox" className={checkBox} {...control} />
      {children}
    </label>
  );
}

const checkRow =
  "flex min-h-13 cursor-pointer items-center gap-3.5 rounded-control border-control border-edge bg-raised " +
  "px-4 py-0.75 leading-tight has-checked:border-sign " +
  "has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus";

const checkBox =
  "size-5.5 flex-none appearance-none rounded-control border-control border-edge bg-raised " +
  "checked:check-tick checked:border-sign checked:bg-sign focus-visible:outline-none " +
  "forced-colors:appearance-auto forced-colors:bg-none forced-colors:bg-transparent";
