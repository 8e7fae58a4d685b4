/** Texts of the loader, each with the progress in percent below which it is displayed. */
export type LoaderTexts = readonly (readonly [below: number, text: string])[];

export const loaderWords: LoaderTexts = [
  [30, "INITIALIZING"],
  [60, "LOADING"],
  [80, "PROCESSING"],
  [100, "FINALIZING"],
  [Infinity, "COMPLETE"],
];

/** `{product}` is the name of the site. */
export const loaderMessages: LoaderTexts = [
  [15, "Loading system components..."],
  [30, "Establishing neural networks..."],
  [50, "Calibrating quantum processors..."],
  [70, "Syncing temporal matrices..."],
  [90, "Initializing holographic display..."],
  [Infinity, "Loading complete. Welcome to the {product}."],
];
