import type { OutboundLinks } from "~/content/outbound-links";

export interface ReferralLinks {
  /** The store page; the install referrer tells the app who invited. */
  store: string;
  /** Opens the app by its own scheme. */
  app: string;
  /** Opens the app on Android, or the store page when it is not installed. */
  androidApp: string;
}

/**
 * @param links where the site leads to
 * @param encodedCode the referral code, percent-encoded but for unreserved characters
 */
export function referralLinks(
  { store, appId, deepLinkScheme }: Pick<OutboundLinks, "store" | "appId" | "deepLinkScheme">,
  encodedCode: string,
): ReferralLinks {
  const page = new URL(store);
  if (!page.searchParams.has("id")) page.searchParams.set("id", appId);
  page.searchParams.set("referrer", `utm_source=referral&utm_content=${encodedCode}`);
  const target = `referral/${encodedCode}`;
  const intent = [
    `intent://${target}#Intent`,
    `scheme=${deepLinkScheme}`,
    `package=${appId}`,
    `S.browser_fallback_url=${encodeURIComponent(page.href)}`,
    "end",
  ];
  return {
    store: page.href,
    app: `${deepLinkScheme}://${target}`,
    androidApp: intent.join(";"),
  };
}

/** What a visitor's device can do with an invitation. */
export type VisitorSystem = "android" | "ios" | "desktop";

/** Reads the system off a `User-Agent`; unknown ones count as desktops. */
export function visitorSystem(userAgent: string | null): VisitorSystem {
  if (/android/i.test(userAgent ?? "")) return "android";
  return /iphone|ipad|ipod/i.test(userAgent ?? "") ? "ios" : "desktop";
}
