import { Suspense } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "~/features/shell/render-page.server";

const onUnhandled = vi.fn();
beforeEach(() => void process.on("unhandledRejection", onUnhandled));
afterEach(() => void process.off("unhandledRejection", onUnhandled));

function Broken(): never {
  throw new Error("broken");
}

/** Lets all pending promise callbacks run. */
const flushPromises = () => new Promise(setImmediate);

it("a rendered page does not split characters of several bytes", async () => {
  const words = Array.from({ length: 60 }, (_, index) => `${"x".repeat(index)} मिटाएँ`.repeat(9));
  const options = { nonce: undefined, onError: vi.fn() };
  const html = await renderPage(
    <main>
      {words.map((word) => (
        <p key={word}>{word}</p>
      ))}
    </main>,
    options,
  );
  expect(html).toBe(`<main>${words.map((word) => `<p>${word}</p>`).join("")}</main>`);
});

it("a rendered page has a large Suspense boundary in place, so that it is visible without scripts", async () => {
  const html = await renderPage(
    <main>
      <Suspense>
        <p>{"large ".repeat(5000)}</p>
      </Suspense>
    </main>,
    { nonce: "n", onError: vi.fn() },
  );
  expect(html).toMatch(/^<main>(<!--.*?-->)*<p>large .*<\/main>$/);
  expect(html).not.toContain("hidden");
});

it("rendering a page rejects with the error of a broken page, without an onUnhandled rejection", async () => {
  const onError = vi.fn();
  const page = renderPage(
    <main>
      <Broken />
    </main>,
    { nonce: "n", onError },
  );
  await expect(page).rejects.toThrow("broken");
  await flushPromises();
  expect(onError).toHaveBeenCalledOnce();
  expect(onUnhandled).not.toHaveBeenCalled();
});

it("a rendered page with one broken Suspense boundary shows its fallback and the rest of the page", async () => {
  const onError = vi.fn();
  const html = await renderPage(
    <main>
      whole
      <Suspense fallback="fallback">
        <Broken />
      </Suspense>
    </main>,
    { nonce: "n", onError },
  );
  expect(html).toContain("whole");
  expect(html).toContain("fallback");
  expect(onError).toHaveBeenCalledOnce();
});
