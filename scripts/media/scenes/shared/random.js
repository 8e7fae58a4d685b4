/** Random numbers from a seed, 0 to 1: the same source always gives the same film. */
export function rng(seed) {
  let s = seed | 0;
  return () => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Value noise that tiles every n cells, 0..1. */
export function tileNoise(seed, n) {
  const r = rng(seed),
    a = new Float32Array(n * n).map(() => r());
  return (x, y) => {
    const xi = Math.floor(x),
      yi = Math.floor(y);
    let fx = x - xi,
      fy = y - yi;
    fx = fx * fx * (3 - 2 * fx);
    fy = fy * fy * (3 - 2 * fy);
    const X0 = ((xi % n) + n) % n,
      X1 = (X0 + 1) % n,
      Y0 = ((yi % n) + n) % n,
      Y1 = (Y0 + 1) % n;
    return (
      (a[Y0 * n + X0] * (1 - fx) + a[Y0 * n + X1] * fx) * (1 - fy) +
      (a[Y1 * n + X0] * (1 - fx) + a[Y1 * n + X1] * fx) * fy
    );
  };
}
