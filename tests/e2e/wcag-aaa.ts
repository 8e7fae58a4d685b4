import type { Page } from "@playwright/test";

/** What a measure finds: its name, and the elements that fall short of it. */
type Findings = Record<"small" | "covered" | "dense" | "long" | "justified", string[]>;

/** A page of which no measure finds anything. */
export const NOTHING: Findings = { small: [], covered: [], dense: [], long: [], justified: [] };

/**
 * What of the page as it stands falls short of WCAG 2.2 AAA where no rule of axe looks:
 * targets below 44 px but links within a sentence (2.5.5), controls that something covers when they have the focus
 * (2.4.12), and of the texts in `main` lines closer than 1.5, longer than 80 characters, or justified (1.4.8).
 * The focus is where it was, afterwards.
 */
export function shortcomings(page: Page): Promise<Findings> {
  return page.evaluate(() => {
    const shown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]");
    const all = (selector: string, within: ParentNode = document) =>
      [...within.querySelectorAll<HTMLElement>(selector)].filter(shown);
    const named = (elements: Element[]) =>
      elements.map((element) => element.outerHTML.slice(0, 120));
    // A modal dialog leaves nothing else to be pressed or read.
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
      .filter((element) => getComputedStyle(element).display !== "flex") // no paragraph
      .filter((element) => [...element.childNodes].some(isText));

    const targets = controls.filter((element) => !isInSentence(element) && !isOutside(element));
    const small = targets.filter((element) => {
      const { width, height } = (element.closest("label") ?? element).getBoundingClientRect();
      return width < 43.99 || height < 43.99; // pixels of a scaled screen are fractions
    });
    return {
      small: named(small),
      covered: named(coveredControls()),
      // The cheap question first: where lines end is asked of each word.
      dense: named(texts.filter((text) => lineHeight(text) < 1.499 && linesOf(text).length > 1)),
      long: named(texts.filter((text) => isLong(text) && Math.max(...linesOf(text)) > 80)),
      justified: named(texts.filter((text) => getComputedStyle(text).textAlign === "justify")),
    };

    function isText(node: Node): boolean {
      return node.nodeType === Node.TEXT_NODE && (node.textContent ?? "").trim() !== "";
    }

    /** As high as the line that its sentence gives it. */
    function isInSentence(element: Element): boolean {
      return (
        getComputedStyle(element).display === "inline" &&
        [...(element.parentElement?.childNodes ?? [])].some(isText)
      );
    }

    /** The link past the header, until it has the focus. */
    function isOutside(element: Element): boolean {
      return element.getBoundingClientRect().bottom <= 0 && scrollY === 0;
    }

    function coveredControls(): Element[] {
      const before = document.activeElement;
      const covered = controls.filter((element) => {
        element.focus();
        if (document.activeElement !== element) return false; // disabled
        const whole = element.closest("label") ?? element;
        const [box] = whole.getClientRects();
        if (!box) return true;
        // Letters of the lines above and below may reach into it.
        const inset = box.height / 4;
        const points = [box.left + 2, (box.left + box.right) / 2, box.right - 2].flatMap((x) =>
          [box.top + inset, (box.top + box.bottom) / 2, box.bottom - inset].map(
            (y) => [x, y] as const,
          ),
        );
        return points.some(([x, y]) => {
          const top = document.elementFromPoint(x, y); // nothing outside the window
          return top && !whole.contains(top) && !top.contains(whole);
        });
      });
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
      return covered;
    }

    function isLong({ textContent }: Element): boolean {
      return (textContent ?? "").length > 80;
    }

    function lineHeight(element: Element): number {
      const { lineHeight, fontSize } = getComputedStyle(element);
      return parseFloat(lineHeight) / parseFloat(fontSize);
    }

    /** How many characters each line has. */
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
