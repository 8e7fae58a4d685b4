import { Suspense } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "~/features/shell/render-page.server";

const unhandled = vi.fn();
beforeEach(() => void process.on("unhandledRejection", unhandled));
afterEach(() => void process.off("unhandledRejection", unhandled));

function Broken(): never {
  throw new Error("broken");
}

/** Whatever can happen by itself has happened. */
const turn = () => new Promise(setImmediate);

it("rendering a page keeps letters of several bytes whole", async () => {
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

it("rendering a page writes a large part in its place, so that it shows without scripts", async () => {
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

it("rendering a page rejects with the error of a broken page, and leaves no unhandled rejection", async () => {
  const onError = vi.fn();
  const page = renderPage(
    <main>
      <Broken />
    </main>,
    { nonce: "n", onError },
  );
  await expect(page).rejects.toThrow("broken");
  await turn();
  expect(onError).toHaveBeenCalledOnce();
  expect(unhandled).not.toHaveBeenCalled();
});

it("rendering a page keeps the rest of a page of which one part is broken", async () => {
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
