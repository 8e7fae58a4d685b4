/** The `inert` attribute in a form that React 18 can set. Inert content has no focus and no clicks, and is not read. */
export function inert(on: boolean): { inert?: "" } {
  return on ? { inert: "" } : {};
}
