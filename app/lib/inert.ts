/** The `inert` attribute as React 18 can set it: nothing inside takes focus, clicks or is read out. */
export function inert(on: boolean): { inert?: "" } {
  return on ? { inert: "" } : {};
}
