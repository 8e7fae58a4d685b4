import type { Page } from "@playwright/test";

export const message = {
  "First name": "Meera",
  "Last name": "Iyer",
  Email: "meera@example.org",
  Message: "Which <b>road</b>?",
};

export const popup = (page: Page) => page.getByRole("dialog", { name: "Get in touch" });
export const send = (page: Page) => popup(page).getByRole("button", { name: "Send" });
export const field = (page: Page, name: string) => popup(page).getByRole("textbox", { name });
export const status = (page: Page) => popup(page).locator("output");

export async function fill(page: Page, fields: Record<string, string> = message): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await field(page, name).fill(value);
}

/** Records the URLs of the page's POST requests, from the call on. */
export function postsOf(page: Page): string[] {
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.url());
  });
  return posts;
}
