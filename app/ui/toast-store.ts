import { createSignal } from "~/lib/signal";
import { tryStorage } from "~/lib/storage";

export type ToastKind = "blank" | "error" | "success" | "loading" | "custom";

export interface Toast {
  id: number;
  kind: ToastKind;
  message: string;
  /** A button in the message. */
  action?: { name: string; run: () => void } | undefined;
}

const DURATIONS: Record<ToastKind, number> = {
  blank: 4000,
  error: 4000,
  success: 2000,
  loading: Infinity,
  custom: 4000,
};

const MOST_TOASTS = 20;

let toasts: readonly Toast[] = [];
let fronts: readonly HTMLElement[] = [];
let lastId = 0;
const changed = createSignal();

function set(next: readonly Toast[]) {
  toasts = next;
  changed.tell();
}

/**
 * Shows a message for the duration of its kind, the newest first, at most 20 at once. It replaces those with the
 * same text, so that screen readers read it again; a `loading` message replaces none, because it belongs to one process.
 *
 * @returns the id of the message
 */
export function showToast(kind: ToastKind, message: string, action?: Toast["action"]): number {
  lastId += 1;
  const id = lastId;
  const others = toasts.filter((one) => kind === "loading" || one.message !== message);
  set([{ id, kind, message, action }, ...others].slice(0, MOST_TOASTS));
  const duration = DURATIONS[kind];
  if (Number.isFinite(duration)) setTimeout(() => dismissToast(id), duration);
  return id;
}

/** Removes a message; unknown ids are ignored. */
export function dismissToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

export function readToasts(): readonly Toast[] {
  return toasts;
}

/**
 * Shows messages inside a modal dialog or popover while it is open, because the rest of the page is behind it.
 *
 * @returns a function that shows messages at their previous place again
 */
export function showToastsIn(front: HTMLElement): () => void {
  fronts = [...fronts, front];
  changed.tell();
  return () => {
    fronts = fronts.filter((one) => one !== front);
    changed.tell();
  };
}

/** The dialog or popover in front, in which messages are displayed; null for the page itself. */
export function readToastPlace(): HTMLElement | null {
  return fronts.at(-1) ?? null;
}

const KEPT = "toasts";

interface KeptToasts {
  at: number;
  toasts: Pick<Toast, "kind" | "message">[];
}

/** Stores the current messages for the next document, except those with a button and those of a running process. */
export function keepToasts(): void {
  const kept = toasts.flatMap(({ kind, message, action }) =>
    kind === "loading" || action ? [] : { kind, message },
  );
  const value: KeptToasts = { at: Date.now(), toasts: kept };
  if (kept.length > 0) tryStorage(() => sessionStorage.setItem(KEPT, JSON.stringify(value)));
}

/** Shows the messages that the previous document has stored, unless their duration is over. */
export function showKeptToasts(): void {
  tryStorage(() => {
    const value = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    const [page] = performance.getEntriesByType("navigation");
    const isReload = page instanceof PerformanceNavigationTiming && page.type === "reload";
    if (!value || isReload) return;
    const { at, toasts: kept } = JSON.parse(value) as KeptToasts; // written by `keepToasts`; throws if changed
    for (const { kind, message } of kept.reverse()) {
      if (kind !== "loading" && Date.now() - at <= DURATIONS[kind]) showToast(kind, message);
    }
  });
}

export const subscribeToToasts = changed.subscribe;

/** Copies a text to the clipboard, and shows a message about success or failure. */
export async function copyText(
  text: string,
  { copied, failed }: { copied: string; failed: string },
): Promise<void> {
  try {
    // `navigator.clipboard` is undefined on pages without https.
    await navigator.clipboard.writeText(text);
    showToast("success", copied);
  } catch {
    showToast("error", failed);
  }
}
