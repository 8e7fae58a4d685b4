import type { ElementHandle, Page } from "@playwright/test";
import type { Chance } from "./chance";

/** Something on a page that a person can use. */
export interface Control {
  element: ElementHandle<HTMLElement>;
  kind: "link" | "button" | "field" | "choice" | "list";
  /** What it is called, for the record. */
  name: string;
  /** Of a field: its type, or `code` for a one-time code. */
  type: string;
}

/** What can be used on a page at the moment, in the document's order; ways out of the site are left out. */
export async function controlsOf(page: Page): Promise<Control[]> {
  const list = await page.evaluateHandle(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button, input, select, textarea, summary",
      ),
    ].filter((element) => {
      const box = element.getBoundingClientRect();
      if (!element.checkVisibility({ visibilityProperty: true }) || box.width < 2) return false;
      if (element.matches(":disabled, [inert] *, [type=hidden], [type=file]")) return false;
      const modal = document.querySelector("dialog:modal");
      if (modal && !modal.contains(element)) return false;
      if (!(element instanceof HTMLAnchorElement)) return true;
      return (
        element.origin === location.origin &&
        element.target === "" &&
        !element.hasAttribute("download")
      );
    }),
  );
  const properties = [...(await list.getProperties()).values()];
  const controls: Control[] = [];
  for (const handle of properties) {
    // The list holds HTML elements alone.
    const element = handle.asElement() as ElementHandle<HTMLElement> | null;
    const described = await element?.evaluate(describe).catch(() => null);
    if (element && described) controls.push({ element, ...described });
  }
  return controls;
}

/** In the page. */
function describe(element: HTMLElement): Omit<Control, "element"> {
  const label =
    element.getAttribute("aria-label") ??
    (element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
      ? element.labels?.[0]?.textContent
      : element.textContent);
  const name = (label ?? element.id).replace(/\s+/g, " ").trim().slice(0, 40);
  if (element instanceof HTMLAnchorElement)
    return { kind: "link", name: `${name} (${element.pathname})`, type: "" };
  if (element instanceof HTMLSelectElement) return { kind: "list", name, type: "" };
  if (element instanceof HTMLTextAreaElement) return { kind: "field", name, type: "text" };
  if (element instanceof HTMLInputElement) {
    if (/^(checkbox|radio)$/.test(element.type))
      return { kind: "choice", name, type: element.type };
    if (/^(submit|button|reset)$/.test(element.type)) return { kind: "button", name, type: "" };
    return {
      kind: "field",
      name,
      type: element.autocomplete === "one-time-code" ? "code" : element.type,
    };
  }
  return { kind: "button", name, type: "" };
}

const words: Readonly<Record<string, readonly [string, ...string[]]>> = {
  code: ["482913", "482913", "000000", "48", "abc"],
  tel: ["12345", "+91 98765 43210", "0000000000", "98765x43210"],
  search: ["trip-2", "India", "0x000000000000000000000000000000000000000b", "zzz", ""],
  date: ["2025-08-19", "2025-08-01", "2024-02-29", ""],
  number: ["1", "2", "3", "99", ""],
  email: ["someone@example.com", "nobody", ""],
  text: ["Asha", "I moved, and <b>that</b> is all.", "2", ""],
};

/** Something that a person might type into a field. */
export function wordsFor(type: string, chance: Chance): string {
  // Mostly a number that nobody has used yet.
  if (type === "tel" && chance.below(3) > 0)
    return String(9_000_000_000 + chance.below(999_999_999));
  return chance.of(words[type] ?? words.text ?? [""]);
}
