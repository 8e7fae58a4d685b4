import type { Page } from "@playwright/test";

/** Remix's data response for an action that throws. */
export const failure = {
  status: 500,
  headers: { "X-Request-Id": "0123456789abcdef", "X-Remix-Response": "yes" },
  body: '[{"_1":2},"error",["SanitizedError","Error","Unexpected Server Error"]]\n',
};

export const toasts = (page: Page) => page.locator("[data-toasts]");
