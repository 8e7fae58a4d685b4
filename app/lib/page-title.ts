/** Page titles take the form '{title} | site name'. */
export function pageTitle(title: string, siteName: string): string {
  return `${title} | ${siteName}`;
}
