import { Pause, Play } from "lucide-react";
import { memo } from "react";
import { useHydrated } from "../use-hydrated";

interface FilmButtonProps {
  title: string;
  /** Whether the film plays, or will as soon as it is in the window. */
  wanted: boolean;
  onClick: () => void;
}

/** Starts and stops one film. Not there without scripts: then nothing moves. */
export const FilmButton = memo(function FilmButton({ title, wanted, onClick }: FilmButtonProps) {
  if (!useHydrated()) return null;
  const Icon = wanted ? Pause : Play;
  return (
    <button
      type="button"
      className="icon-btn film-ctl"
      aria-label={`${wanted ? "Pause" : "Play"} film: ${title}`}
      onClick={onClick}
    >
      <Icon className="i" strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
});
