import type { ReactNode } from "react";
import { Film } from "./film/film";
import type { FilmSource } from "./film/film-source";

interface FilmHeroProps {
  film: FilmSource;
  /** --focus-x, where a narrow film shall not show its middle. */
  className?: string;
  children: ReactNode;
}

/** A film as wide as the page with the page's heading on it; on phones the words stand below. */
export function FilmHero({ film, className = "", children }: FilmHeroProps) {
  const padding = film.telemetry ? "pb-21 max-sm:pb-5" : "pb-14";
  return (
    <div className={`relative ${className}`}>
      <Film
        film={film}
        priority
        className="relative h-175 max-sm:h-100"
        buttonAt="right-page-edge bottom-6 max-sm:right-3 max-sm:bottom-3"
        stripAt="bottom-6 left-page-edge max-sm:bottom-0 max-sm:left-0"
      />
      <div className="film-shade absolute inset-0 max-sm:hidden" />
      <div className="absolute inset-0 z-2 max-sm:static">
        <div
          className={`page-wrap flex h-full flex-col justify-end max-sm:h-auto max-sm:pt-7 ${padding}`}
        >
          {children}
        </div>
      </div>
    </div>
  );
}
