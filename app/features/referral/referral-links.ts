export interface ReferralLinks {
  /** The store page. Its install referrer passes the referral code to the app. */
  store: string;
  /** Opens the app by its custom URL scheme. */
  app: string;
  /** Opens the app on Android, or the store page when it is not installed. */
  androidApp: string;
}

/** Links for a code. @param encodedCode percent-encoded, except for unreserved characters */
export function referralLinks(
  { store, appId, deepLinkScheme }: Record<"store" | "appId" | "deepLinkScheme", string>,
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

/** Operating system of the visitor, which decides which links work. */
export type VisitorSystem = "android" | "ios" | "desktop";

/** Detects the system from the `User-Agent` header. Unknown systems count as `desktop`. */
export function visitorSystem(userAgent: string | null): VisitorSystem {
  if (/android/i.test(userAgent ?? "")) return "android";
  return /iphone|ipad|ipod/i.test(userAgent ?? "") ? "ios" : "desktop";
}
