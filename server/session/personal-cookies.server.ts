/** Cookies of this site that say something of one person, by name; on https some are prefixed. */
const PERSONAL_COOKIES = [
  "toast",
  "contact-sent",
  "pulse-deletion",
  "pulse-deletion-refusal",
] as const;

const PERSONAL = new RegExp(`(?:^|[;,\\s])(?:__Host-)?(?:${PERSONAL_COOKIES.join("|")})\\s*=`);

/**
 * Whether a `Cookie` header names anything of its sender's own, ours or not. For what the sender's own browser may keep
 * alone: what others get never depends on a name.
 */
export function isPersonal(cookies: string | undefined): boolean {
  return cookies !== undefined && PERSONAL.test(cookies);
}
