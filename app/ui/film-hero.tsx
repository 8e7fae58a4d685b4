import type { ReactNode } from "react";
import { Film, type FilmSource } from "./film";

interface FilmHeroProps {
  film: FilmSource;
  /** For `--focus-x`: the part of the film that narrow windows show, if not its middle. */
  className?: string;
  children: ReactNode;
}

/** A film as wide as the page with the page's heading on top of it; on phones the heading is below. */
export function FilmHero({ film, className = "", children }: FilmHeroProps) {
  return (
    <div className={`relative ${className}`}>
      <Film film={film} priority className="relative h-175 max-sm:h-100" />
      <div className={shadeStyle} />
      <div className="absolute inset-0 z-2 max-sm:static">
        <div className="page-wrap flex h-full flex-col justify-end pb-14 max-sm:h-auto max-sm:pt-7">
          {children}
        </div>
      </div>
    </div>
  );
}

/** Darkens the picture behind text: at the left, the top and the bottom. */
const shadeStyle =
  "absolute inset-0 bg-linear-90/srgb from-night/60 to-night/0 to-46% max-sm:hidden " +
  "before:absolute before:inset-0 before:bg-linear-180/srgb before:from-night/50 before:to-night/0 before:to-30% " +
  "after:absolute after:inset-0 after:bg-linear-0/srgb after:from-night/82 after:to-night/0 after:to-52%";
