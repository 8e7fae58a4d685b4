import { Link, type LinkProps } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";

const buttonTones = {
  /** The one thing to do here. */
  accent: "border-transparent bg-accent text-asphalt hover:bg-accent-hover",
  line: "border-edge bg-transparent text-ink hover:border-ink hover:bg-wash",
  go: "border-transparent bg-sign text-white hover:bg-sign-hover",
  stop: "border-transparent bg-danger text-on-danger",
  /** Amber by night, as the focus. */
  ink: "border-transparent bg-focus text-ground",
  /** On a picture, or before what moves. */
  scrim: "border-edge bg-scrim text-ink hover:border-ink",
};

const buttonSizes = {
  normal: "min-h-12 gap-2.5 px-5.5 text-17/tight",
  small: "min-h-10 gap-2 px-3.75 text-15/tight",
  /** In a row of tools. */
  tool: "min-h-12 gap-2.5 px-4 text-15/tight",
  large: "min-h-14 gap-2.5 px-7 text-17/tight",
};

interface ButtonStyle {
  tone?: keyof typeof buttonTones | undefined;
  size?: keyof typeof buttonSizes | undefined;
  /** Large text breaks before the button leaves its surroundings. */
  wraps?: boolean | undefined;
  /** As wide as its column, however narrow that is. */
  wide?: boolean | undefined;
  className?: string | undefined;
}

/** How a button looks; for what is no button of its own, too: `<ExternalLink className={buttonStyle({ tone: "line" })}>`. */
export function buttonStyle(style: ButtonStyle = {}): string {
  const { tone = "accent", size = "normal", wraps = true, wide = false, className = "" } = style;
  const line = wraps ? "" : "max-w-none whitespace-nowrap";
  return `button ${buttonTones[tone]} ${buttonSizes[size]} ${line} ${wide ? "w-full px-3!" : ""} ${className}`;
}

/** What makes an element look like a button, and its other attributes. */
function asButton<Props extends ButtonStyle>(props: Props) {
  const { tone, size, wraps, wide, className, ...others } = props;
  return { className: buttonStyle({ tone, size, wraps, wide, className }), ...others };
}

/** A button with words. `className` is for its place alone: margins, grid, noscript. */
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

const iconButtonTones = {
  line: "border-edge text-ink hover:border-ink hover:bg-wash",
  bare: "border-transparent text-ink hover:bg-wash",
  /** On the contact popup's panel, and on its sign where that stands above. */
  popup:
    "hover:bg-wash max-md:border-white max-md:text-white md:border-edge md:text-ink md:hover:border-ink",
  /** On a film. */
  film: "border-haze bg-scrim text-chalk",
  /** Over a picture. */
  scrim: "border-edge bg-scrim text-ink hover:border-ink",
};

const iconButtonSizes = {
  normal: "size-12",
  small: "size-10",
  /** In a line of text. */
  line: "size-7 flex-none",
  /** For a thumb on phones; up to the dashboard's menu beside its menu button. */
  phoneLarge: "size-12 sm:size-10",
  menuLarge: "size-12 lg:size-10",
};

export interface IconButtonStyle {
  tone?: keyof typeof iconButtonTones | undefined;
  size?: keyof typeof iconButtonSizes | undefined;
  className?: string | undefined;
}

/** How a button that is an icon looks; its name stands in `aria-label`. */
export function iconButtonStyle(style: IconButtonStyle): string {
  const { tone = "line", size = "normal", className = "" } = style;
  return `icon-button ${iconButtonTones[tone]} ${iconButtonSizes[size]} ${className}`;
}

/** A button that is an icon. `className` is for its place alone. */
export function IconButton({
  tone,
  size,
  className,
  type = "button",
  ...button
}: ComponentProps<"button"> & IconButtonStyle & { "aria-label": string }) {
  return <button type={type} className={iconButtonStyle({ tone, size, className })} {...button} />;
}

/** Before the label of a button whose form is on its way. */
export function BusyRing() {
  return (
    <span
      aria-hidden="true"
      className="size-4 animate-busy rounded-full border-2 border-current border-r-transparent"
    />
  );
}

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
