export type ReferralLinks = ReturnType<typeof referralLinks>;

/** Links for a code. @param encodedCode percent-encoded, except for unreserved characters */
export function referralLinks(
  { store, appId, deepLinkScheme }: Record<"store" | "appId" | "deepLinkScheme", string>,
  encodedCode: string,
) {
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
    /** The store page. Its install referrer passes the referral code to the app. */
    store: page.href,
    /** Opens the app by its custom URL scheme. */
    app: `${deepLinkScheme}://${target}`,
    /** Opens the app on Android, or the store page when it is not installed. */
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
