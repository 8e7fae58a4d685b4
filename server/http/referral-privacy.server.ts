/** A referral code stands for the person who gave it out, so that no log line holds one. */
const HIDDEN = "/ref/*";

/** Wherever it stands in a path: a URL's dot segments, runs of slashes and backslashes lead to the page as well. */
const REFERRAL = /[/\\]ref[/\\]/i;

/**
 * A path as it may be logged: a referral page's without its code, however the path is spelt; others unchanged.
 *
 * @param path without query string, still percent-encoded
 */
export function withoutReferralCode(path: string): string {
  return REFERRAL.test(asciiDecoded(path)) ? HIDDEN : path;
}

/** The same for a text that may quote such paths (a library's warning). */
export function withoutQuotedReferralCodes(text: string): string {
  return text.replace(/[^\s"]+/g, withoutReferralCode);
}

/** Decodes letters and slashes, which is all that the page's name can hide behind. */
function asciiDecoded(path: string): string {
  return path.replace(/%([2-7][\da-f])/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
}
