import type { ReactNode } from "react";
import { Film } from "./film/film";
import type { FilmSource } from "./film/film-source";
import "./film-hero.css";

/** A film as wide as the page with the page's heading on it; on phones the words stand below. */
export function FilmHero({ film, children }: { film: FilmSource; children: ReactNode }) {
  return (
    <div className="film-hero">
      <Film film={film} priority />
      <div className="film-hero-words">
        <div className="wrap">{children}</div>
      </div>
    </div>
  );
}
