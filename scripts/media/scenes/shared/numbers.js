export const TAU = Math.PI * 2;

/** Keeps x between a and b. */
export const clamp = (x, a = 0, b = 1) => Math.min(b, Math.max(a, x));

/** From a to b as t goes from 0 to 1. */
export const lerp = (a, b, t) => a + (b - a) * t;

/** 0 up to a, 1 from b on, an S between them. */
export const smooth = (a, b, x) => {
  const t = clamp((x - a) / (b - a));
  return t * t * (3 - 2 * t);
};
