/** Page titles take the form '{title} | site name' (specification section 2). */
export function pageTitle(title: string, siteName: string): string {
  return `${title} | ${siteName}`;
}
