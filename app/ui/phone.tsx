import { Film } from "./film/film";
import type { FilmSource } from "./film/film-source";
import "./phone.css";

/** A phone with a film of its screen. The pause control stands beside it, not on the app. */
export function Phone({ film }: { film: FilmSource }) {
  return (
    <div className="phone">
      <Film film={film} className="phone-screen" />
    </div>
  );
}
