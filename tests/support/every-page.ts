import { pages } from "~/content/pages";

/** The address of every page there is; the one for invitations wants a code. */
export const EVERY_PAGE: readonly string[] = Object.values(pages).map(({ path }) =>
  path === pages.referral.path ? `${path}/ABC123` : path,
);
