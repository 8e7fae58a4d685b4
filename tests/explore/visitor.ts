import type { BrowserContext, Page, Request } from "@playwright/test";

/** A page of a visitor, and what it is doing. */
export interface Tab {
  page: Page;
  /** What no page should say, since the last look. */
  complaints(): string[];
  /** Waits until scripts run and nothing that was asked for is under way. @returns false when that takes too long */
  settled(): Promise<boolean>;
}

/** What a page waits for; films, streams and what is only fetched ahead are not. */
const AWAITED = new Set(["document", "fetch", "xhr", "script", "stylesheet"]);

const PATIENCE_MS = 15_000;

export async function openTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage();
  const complaints: string[] = [];
  const underWay = new Set<Request>();
  page.on("request", (request) => {
    if (AWAITED.has(request.resourceType())) underWay.add(request);
  });
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame())
      for (const one of underWay) if (one.isNavigationRequest()) underWay.delete(one);
  });
  page.on("pageerror", (error) => complaints.push(`error of a script: ${error.message}`));
  page.on("crash", () => complaints.push("the page has crashed"));
  page.on("console", (message) => {
    // Refused forms and a network that is away are no faults; the browser tells of both.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
      complaints.push(`console: ${message.text()}`);
    }
  });
  page.on("response", (response) => {
    if (response.status() === 500) complaints.push(`500 of ${response.url()}`);
  });
  page.on("download", (download) => void download.cancel().catch(() => undefined));
  page.on("dialog", (dialog) => void dialog.dismiss().catch(() => undefined));

  const quiet = () =>
    page
      .evaluate(
        () =>
          new Promise<boolean>((resolve) => {
            const ready =
              !("__remixContext" in window) || "hydrated" in document.documentElement.dataset;
            requestAnimationFrame(() => setTimeout(() => resolve(ready), 50));
          }),
      )
      // A document that is on its way out.
      .catch(() => false);

  return {
    page,
    complaints: () => complaints.splice(0),
    async settled() {
      const until = Date.now() + PATIENCE_MS;
      while (Date.now() < until) {
        const before = underWay.size === 0;
        if ((await quiet()) && before && underWay.size === 0) return true;
      }
      return false;
    },
  };
}
