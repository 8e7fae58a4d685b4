import { memo } from "react";
import { PORTRAIT_QUERY, type FilmSource } from "./film-source";

interface FilmPosterProps {
  film: FilmSource;
  /** In the first view: fetched at once instead of when it comes near. */
  priority: boolean;
}

/** A film's standing picture: what everyone sees first, and all there is without scripts. */
export const FilmPoster = memo(function FilmPoster({ film, priority }: FilmPosterProps) {
  const { portrait } = film;
  return (
    <picture>
      {portrait &&
        ["avif", "webp"].map((type) => (
          <source
            key={type}
            media={PORTRAIT_QUERY}
            type={`image/${type}`}
            srcSet={`/media/${portrait.name}.${type}`}
            width={portrait.width}
            height={portrait.height}
          />
        ))}
      <source type="image/avif" srcSet={`/media/${film.name}.avif`} />
      <img
        className="absolute inset-0 size-full object-cover"
        src={`/media/${film.name}.webp`}
        width={film.width}
        height={film.height}
        alt={film.description}
        loading={priority ? "eager" : "lazy"}
        decoding="async"
        // React 18 passes this attribute on in lower case only.
        {...(priority && { fetchpriority: "high" })}
      />
    </picture>
  );
});
