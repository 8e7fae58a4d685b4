import { Film, type FilmSource } from "./film";

/** A phone with a film of its screen. */
export function Phone({ film }: { film: FilmSource }) {
  return (
    <div className="relative aspect-[300/628] w-[min(300px,84vw)] rounded-[44px] bg-case p-2.25 inset-shadow-[0_0_0_1.5px] inset-ring-[5px] inset-shadow-case-rim inset-ring-pit">
      <Film film={film} className="relative h-full rounded-[36px]" />
      <div className="absolute top-37.5 -right-0.75 h-17.5 w-0.75 rounded-r-xs bg-steel" />
    </div>
  );
}
