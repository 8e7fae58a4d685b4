import type { Page } from "@playwright/test";

/** Per criterion, the elements that violate it. */
type Findings = Record<"small" | "covered" | "dense" | "long" | "justified", string[]>;

/** Findings of a page without violations. */
export const NOTHING: Findings = { small: [], covered: [], dense: [], long: [], justified: [] };

/**
 * Finds violations of WCAG 2.2 AAA that axe has no rules for, in the current state of the page:
 * targets below 44 px except links within a sentence (2.5.5), controls that are covered when they have the
 * focus (2.4.12), and texts in `main` with a line height below 1.5, lines longer than 80 characters, or
 * justified (1.4.8). Restores the focus.
 */
export function aaaViolations(page: Page): Promise<Findings> {
  return page.evaluate(() => {
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]");
    const all = (selector: string, within: ParentNode = document) =>
      [...within.querySelectorAll<HTMLElement>(selector)].filter(isShown);
    const htmlOf = (elements: Element[]) =>
      elements.map((element) => element.outerHTML.slice(0, 120));
    // Only the content of a modal dialog can be used while it is open.
    const dialog = document.querySelector("dialog:modal");
    const controls = all("a[href], button, input:not([type=hidden]), textarea, summary").filter(
      (element) => !dialog || dialog.contains(element),
    );
    const texts = all(
      "p, li, dt, dd, td, th, small, div",
      dialog ?? document.querySelector("main") ?? document.body,
    )
      .filter(
        (element) => !element.closest("button, label, summary, [data-toasts], ol[aria-label]"),
      )
      .filter((element) => getComputedStyle(element).display !== "flex") // not a paragraph
      .filter((element) => [...element.childNodes].some(isText));

    const targets = controls.filter((element) => !isInSentence(element) && !isOutside(element));
    const small = targets.filter((element) => {
      const { width, height } = (element.closest("label") ?? element).getBoundingClientRect();
      return width < 43.99 || height < 43.99; // scaled screens have fractional pixels
    });
    return {
      small: htmlOf(small),
      covered: htmlOf(coveredControls()),
      // The cheap check comes first, because linesOf measures each word.
      dense: htmlOf(texts.filter((text) => lineHeight(text) < 1.499 && linesOf(text).length > 1)),
      long: htmlOf(texts.filter((text) => isLong(text) && Math.max(...linesOf(text)) > 80)),
      justified: htmlOf(texts.filter((text) => getComputedStyle(text).textAlign === "justify")),
    };

    function isText(node: Node): boolean {
      return node.nodeType === Node.TEXT_NODE && (node.textContent ?? "").trim() !== "";
    }

    /** Whether the element is inline in a text, whose line limits its height. */
    function isInSentence(element: Element): boolean {
      return (
        getComputedStyle(element).display === "inline" &&
        [...(element.parentElement?.childNodes ?? [])].some(isText)
      );
    }

    /** Whether the element is above the window, like the skip link without focus. */
    function isOutside(element: Element): boolean {
      return element.getBoundingClientRect().bottom <= 0 && scrollY === 0;
    }

    function coveredControls(): Element[] {
      const previousFocus = document.activeElement;
      const covered = controls.filter((element) => {
        element.focus();
        if (document.activeElement !== element) return false; // disabled
        const whole = element.closest("label") ?? element;
        const [box] = whole.getClientRects();
        if (!box) return true;
        // Letters of adjacent lines may overlap the edges of the box.
        const inset = box.height / 4;
        const points = [box.left + 2, (box.left + box.right) / 2, box.right - 2].flatMap((x) =>
          [box.top + inset, (box.top + box.bottom) / 2, box.bottom - inset].map(
            (y) => [x, y] as const,
          ),
        );
        return points.some(([x, y]) => {
          const top = document.elementFromPoint(x, y); // null outside the window
          return top && !whole.contains(top) && !top.contains(whole);
        });
      });
      if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
      return covered;
    }

    function isLong({ textContent }: Element): boolean {
      return (textContent ?? "").length > 80;
    }

    function lineHeight(element: Element): number {
      const { lineHeight, fontSize } = getComputedStyle(element);
      return parseFloat(lineHeight) / parseFloat(fontSize);
    }

    /** The number of characters of each line. */
    function linesOf(element: Element): number[] {
      const range = document.createRange();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const lines = new Map<number, number>();
      while (walker.nextNode()) {
        const node = walker.currentNode;
        for (const { index, 0: word } of (node.textContent ?? "").matchAll(/\S+\s?/g)) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const line = Math.round(range.getBoundingClientRect().top / 4);
          lines.set(line, (lines.get(line) ?? 0) + word.length);
        }
      }
      return [...lines.values()];
    }
  });
}
