import { Pause, Play } from "lucide-react";
import { memo } from "react";
import { IconButton } from "../button";
import { useHydrated } from "../../lib/hydration";

interface FilmButtonProps {
  title: string;
  /** Whether the film plays, or will as soon as it is in the window. */
  wanted: boolean;
  onClick: () => void;
  size: "normal" | "small";
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
    <IconButton
      tone="film"
      size={size}
      className={`absolute z-4 print:hidden ${size === "normal" ? "max-sm:size-11" : ""} ${className}`}
      aria-label={`${wanted ? "Pause" : "Play"} film: ${title}`}
      onClick={onClick}
    >
      <Icon className="icon" strokeWidth={1.5} aria-hidden="true" />
    </IconButton>
  );
});
