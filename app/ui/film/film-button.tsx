import { cva, type VariantProps } from "class-variance-authority";
import { Pause, Play } from "lucide-react";
import { memo } from "react";
import { useHydrated } from "../use-hydrated";

/** Stands out from any picture. */
const button = cva("icon-btn absolute z-4 border-mist bg-scrim text-chalk print:hidden", {
  variants: { size: { usual: "size-12 max-sm:size-11", small: "size-10" } },
  defaultVariants: { size: "usual" },
});

interface FilmButtonProps extends VariantProps<typeof button> {
  title: string;
  /** Whether the film plays, or will as soon as it is in the window. */
  wanted: boolean;
  onClick: () => void;
  /** Where it stands. */
  className: string;
}

/** Starts and stops one film. Not there without scripts: then nothing moves. */
export const FilmButton = memo(function FilmButton({
  title,
  wanted,
  onClick,
  size,
  className,
}: FilmButtonProps) {
  if (!useHydrated()) return null;
  const Icon = wanted ? Pause : Play;
  return (
    <button
      type="button"
      className={button({ size, className })}
      aria-label={`${wanted ? "Pause" : "Play"} film: ${title}`}
      onClick={onClick}
    >
      <Icon className="icon" strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
});
