import { cva } from "class-variance-authority";
import { LogoMark } from "./logo";

interface BadgeProps {
  /** Three or four letters on the strip. */
  kind: string;
  /** What the text is, for assistive technology. */
  label: string;
  text: string;
}

/** A number plate: a text that identifies someone or something, however long. */
export function Badge({ kind, label, text }: BadgeProps) {
  const length = lengthOf(text);
  return (
    <p className={plateStyle({ length })}>
      <span className={stripStyle} aria-hidden="true">
        <LogoMark className="h-8 w-7 fill-current max-sm:h-5 max-sm:w-4.5" />
        {kind}
      </span>
      <span className="sr-only">{label} </span>
      <bdi className={textStyle({ length })}>{text}</bdi>
    </p>
  );
}

/** Short texts fill it, longer ones are set smaller and wrap. */
const plateStyle = cva(
  [
    "inline-flex max-w-full items-stretch overflow-hidden rounded-sign bg-chalk text-left max-sm:rounded-md",
    "inset-shadow-plate inset-ring-6 inset-ring-asphalt",
    "font-mono font-bold text-asphalt",
  ],
  {
    variants: {
      length: {
        short:
          "text-[min(5rem,7.4vw)]/[1.1] tracking-wider max-sm:text-[min(1.75rem,7.2vw)]/[1.1] max-sm:tracking-wide",
        medium: "text-40/[1.1] tracking-wider max-sm:text-21/[1.1] max-sm:tracking-wide",
        long: "text-17/tight tracking-normal max-sm:text-15/tight",
      },
    },
  },
);

const stripStyle =
  "my-1.5 ml-1.5 flex flex-none flex-col items-center justify-between gap-2 rounded-l-md bg-sign px-4.5 " +
  "py-6 text-17/none text-white max-sm:px-2.25 max-sm:py-4 max-sm:text-label";

const textStyle = cva(
  "min-w-0 wrap-anywhere whitespace-pre-wrap max-sm:px-5 max-sm:pt-6 max-sm:pb-4.5",
  {
    variants: {
      length: {
        short: "px-13 pt-10 pb-7",
        medium: "px-13 pt-10 pb-7",
        long: "px-8 pt-7 pb-6 leading-normal",
      },
    },
  },
);

function lengthOf(text: string): "short" | "medium" | "long" {
  if (text.length <= 12) return "short";
  return text.length <= 24 ? "medium" : "long";
}
