/** What a visitor's device can do with an invitation. */
export type VisitorSystem = "android" | "ios" | "desktop";

/** Reads the system off a `User-Agent`; unknown ones count as desktops. */
export function visitorSystem(userAgent: string | null): VisitorSystem {
  if (/android/i.test(userAgent ?? "")) return "android";
  return /iphone|ipad|ipod/i.test(userAgent ?? "") ? "ios" : "desktop";
}
