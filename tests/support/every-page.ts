import { pages } from "~/content/pages";

/** The path of every page; the referral page's contains a code. */
export const EVERY_PAGE: readonly string[] = Object.values(pages).map(({ path }) =>
  path === pages.referral.path ? `${path}/ABC123` : path,
);
