import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { SiteLink, type SiteLinkProps } from "./site-link";

/** How a button looks; for what is no button of its own, too: `<ExternalLink className={buttonStyle({ tone: "line" })}>`. */
export const buttonStyle = cva(
  [
    "inline-flex cursor-pointer items-center justify-center pt-0.75 font-sans font-bold no-underline",
    "rounded-control border-control transition-colors icon:-mt-0.75",
    "disabled:cursor-not-allowed disabled:border-line disabled:bg-transparent disabled:text-ink-2",
    "aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-transparent aria-disabled:text-ink-2",
  ],
  {
    variants: {
      tone: {
        /** The one thing to do here. */
        accent: "border-transparent bg-accent text-on-accent hover:bg-accent-hover",
        line: "border-edge bg-transparent text-ink hover:border-ink hover:bg-wash",
        /** Is on or off; dashed while it is off. */
        toggle: [
          "border-edge bg-transparent text-ink hover:border-ink hover:bg-wash",
          "not-aria-pressed:border-dashed not-aria-pressed:text-ink-2",
          "forced-colors:aria-pressed:bg-highlight forced-colors:aria-pressed:text-highlight-ink",
          "forced-colors:aria-pressed:forced-color-adjust-none",
        ],
        go: "border-transparent bg-sign text-white hover:bg-sign-hover",
        stop: "border-transparent bg-danger text-on-danger",
        ink: "border-transparent bg-asphalt text-paper",
        /** Ink by day, amber by night. */
        retry: "border-transparent bg-asphalt text-paper night:bg-accent night:text-on-accent",
        sign: "border-transparent bg-white text-sign-deep",
        /** A line before what moves. */
        ground: "border-edge bg-ground text-ink hover:border-ink",
        /** A line on a picture. */
        scrim: "border-edge bg-scrim-72 text-ink hover:border-ink",
        night: "border-edge bg-night text-ink hover:border-ink",
      },
      size: {
        normal: "min-h-12 gap-2.5 px-5.5 text-17/tight",
        small: "min-h-10 gap-2 px-4 text-15/tight",
        /** Of the pages under a table. */
        pager: "min-h-10 gap-2 px-3.5 text-15/tight",
        /** From page to page. */
        step: "min-h-10 gap-2 px-3.5 text-15/tight @max-bar:px-2.5 @max-compact:gap-1",
        /** To the first or the last page, where there is little room by its arrow alone. */
        end: "min-h-10 gap-2 px-3.5 text-15/tight @max-bar:px-2.5 @max-compact:px-0",
        /** In a row of tools. */
        tool: "min-h-12 gap-2.5 px-4 text-15/tight",
        /** Two beside each other in a dialog. */
        dialog: "min-h-12 gap-2.5 px-3 text-17/tight",
        hero: "min-h-14 gap-2.5 px-7 text-17/tight",
        tall: "min-h-14 gap-2.5 px-7.5 text-17/tight",
      },
      /** Large text breaks before the button leaves its surroundings. */
      wraps: {
        true: "max-w-full wrap-anywhere whitespace-normal",
        false: "whitespace-nowrap",
      },
      wide: { true: "w-full" },
    },
    defaultVariants: { tone: "accent", size: "normal", wraps: true },
  },
);

type ButtonStyle = VariantProps<typeof buttonStyle>;

/** A button with words. `className` is for its place alone: margins, grid, noscript. */
export function Button({
  tone,
  size,
  wraps,
  wide,
  className,
  type = "button",
  ...button
}: ComponentProps<"button"> & ButtonStyle) {
  return (
    <button
      type={type}
      className={buttonStyle({ tone, size, wraps, wide, className })}
      {...button}
    />
  );
}

/** A link that looks like a button: `to` leads through the application, `href` past it. */
export function ButtonLink({
  tone,
  size,
  wraps,
  wide,
  className,
  ...link
}: (SiteLinkProps | (Omit<ComponentProps<"a">, "href"> & { href: string; to?: never })) &
  ButtonStyle) {
  const look = buttonStyle({ tone, size, wraps, wide, className });
  if (link.to !== undefined) return <SiteLink className={look} {...link} />;
  const { children, ...anchor } = link;
  return (
    <a className={look} {...anchor}>
      {children}
    </a>
  );
}

/** A button that is an icon; its name stands in `aria-label`. */
export const iconButtonStyle = cva(
  [
    "inline-grid cursor-pointer grid-cols-1 grid-rows-1 place-items-center",
    "rounded-control border-control no-underline icon:max-h-full icon:max-w-full",
    "disabled:cursor-not-allowed disabled:border-line disabled:text-ink-2 disabled:opacity-60",
  ],
  {
    variants: {
      tone: {
        line: "border-edge text-ink hover:border-ink hover:bg-wash",
        bare: "border-transparent text-ink hover:bg-wash",
        /** On a sign. */
        sign: "border-white text-white hover:bg-wash",
        /** On the contact popup's panel, and on its sign where that stands above. */
        popup: [
          "hover:bg-wash max-md:border-white max-md:text-white",
          "md:border-edge md:text-ink md:hover:border-ink",
        ],
        /** On a film. */
        film: "border-haze bg-scrim text-chalk",
        /** Over a picture. */
        scrim: "border-edge bg-scrim text-ink hover:border-ink",
      },
      size: {
        normal: "size-12",
        small: "size-10",
        /** For a thumb on phones; up to the dashboard's menu beside its menu button. */
        phoneLarge: "size-12 sm:size-10",
        menuLarge: "size-12 lg:size-10",
        film: "size-12 max-sm:size-11",
      },
    },
    defaultVariants: { tone: "line", size: "normal" },
  },
);

export type IconButtonStyle = VariantProps<typeof iconButtonStyle>;

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

/** How a link or button looks that is words and perhaps an icon. */
export const textButtonStyle = cva(
  "inline-flex min-h-6 items-center gap-2 font-bold text-accent-ink underline",
);

/** Before the label of a button whose form is on its way. */
export function BusyRing() {
  return (
    <span
      aria-hidden="true"
      className="-mt-0.75 size-4 animate-busy rounded-full border-2 border-current border-r-transparent"
    />
  );
}
