import { Link, type LinkProps } from "@remix-run/react";
import type { ComponentProps } from "react";

const buttonBase =
  "inline-flex max-w-full cursor-pointer items-center justify-center rounded-control border-control font-bold " +
  "wrap-anywhere whitespace-normal no-underline disabled:cursor-not-allowed disabled:border-line! " +
  "disabled:bg-transparent! disabled:text-ink-2! aria-disabled:cursor-not-allowed " +
  "aria-disabled:border-line! aria-disabled:bg-transparent! aria-disabled:text-ink-2!";

const buttonTones = {
  /** For the primary action. */
  accent: "border-transparent bg-accent text-asphalt hover:bg-[#ffcb57]",
  line: "border-edge bg-transparent text-ink hover:border-ink hover:bg-wash",
  go: "border-transparent bg-sign text-white hover:bg-sign-hover",
  stop: "border-transparent bg-danger text-raised",
  /** Amber in the night theme, like the focus indicator. */
  ink: "border-transparent bg-focus text-ground",
  /** For buttons on top of pictures or moving content. */
  scrim: "border-edge bg-scrim text-ink hover:border-ink",
  bare: "border-transparent text-ink hover:bg-wash",
};

const buttonSizes = {
  normal: "min-h-12 gap-2.5 px-5.5 text-17/tight",
  small: "min-h-10 gap-2 px-3.75 text-15/tight",
  /** For a row of tools. */
  tool: "min-h-12 gap-2.5 px-4 text-15/tight",
  large: "min-h-14 gap-2.5 px-7 text-17/tight",
  /** For only an icon, which is not larger than the button. */
  icon: "size-12 icon:max-h-full icon:max-w-full disabled:opacity-60! aria-disabled:opacity-60!",
};

interface ButtonStyle {
  tone?: keyof typeof buttonTones | undefined;
  size?: keyof typeof buttonSizes | undefined;
  /** Whether enlarged text wraps instead of overflowing the button's parent. */
  wraps?: boolean | undefined;
  className?: string | undefined;
}

/** Classes of a button, also for other elements: `<ExternalLink className={buttonStyle({ tone: "line" })}>`. */
export function buttonStyle(style: ButtonStyle = {}): string {
  const { tone = "accent", size = "normal", wraps = true, className = "" } = style;
  const line = wraps ? "" : "max-w-none whitespace-nowrap";
  return `${buttonBase} ${buttonTones[tone]} ${buttonSizes[size]} ${line} ${className}`;
}

/** Replaces the style props by a button's classes and keeps all other props. */
function asButton<Props extends ButtonStyle>(props: Props) {
  const { tone, size, wraps, className, ...others } = props;
  return { className: buttonStyle({ tone, size, wraps, className }), ...others };
}

/** A button with a text label. `className` is for layout only: margins, grid, noscript. */
export function Button({ type = "button", ...button }: ComponentProps<"button"> & ButtonStyle) {
  return <button type={type} {...asButton(button)} />;
}

/** A link that looks like a button: `href` leads to a document, `to` to another view of the same page. */
export function ButtonLink(
  props: (LinkProps | (ComponentProps<"a"> & { href: string; to?: never })) & ButtonStyle,
) {
  if (props.to !== undefined) return <Link {...asButton(props)} />;
  const { children, ...anchor } = asButton(props);
  return <a {...anchor}>{children}</a>;
}

/** A button with only an icon, of a size for touch. `className` is for layout, size, and the colours of another ground. */
export function IconButton({
  tone = "line",
  ...button
}: ComponentProps<typeof Button> & { "aria-label": string }) {
  return <Button tone={tone} size="icon" {...button} />;
}

/** Spinner before the label of a button whose form is being sent. */
export function BusyRing() {
  return (
    <span
      aria-hidden="true"
      className="size-4 animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  );
}

/** Classes of a row of buttons of a form or dialog, side by side if they fit. */
export const actions = "grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3";
