/** Cookies of this site that say something of one person, by name; on https some are prefixed. */
const PERSONAL_COOKIES = [
  "toast",
  "contact-sent",
  "pulse-deletion",
  "pulse-deletion-refusal",
] as const;

const PERSONAL = new RegExp(`(?:^|[;,\\s])(?:__Host-)?(?:${PERSONAL_COOKIES.join("|")})\\s*=`);

/** Whether a `Cookie` header holds anything that only its sender may see on a page. */
export function isPersonal(cookies: string | undefined): boolean {
  return cookies !== undefined && PERSONAL.test(cookies);
}
