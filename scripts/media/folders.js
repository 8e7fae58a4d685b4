/** The repository's root folder. */
export const PROJECT = new URL("../../", import.meta.url);
/** Films, their posters, as the site serves them. */
export const MEDIA = new URL("public/media/", PROJECT);
/** Pictures, as the site serves them. */
export const PICTURES = new URL("public/pictures/", PROJECT);
/** Scene modules and what they share; served to the rendering browser. */
export const SCENES = new URL("scenes/", import.meta.url);
/** Frames on their way into a film; git-ignored. */
export const CACHE = new URL(".cache/media/", PROJECT);
