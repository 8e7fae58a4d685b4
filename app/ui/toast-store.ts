import { createSignal } from "~/lib/signal";
import { tryStorage } from "~/lib/storage";

export type ToastKind = "blank" | "error" | "success" | "loading" | "custom";

export interface Toast {
  id: number;
  kind: ToastKind;
  message: string;
  /** What can be done about it, as a button. */
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
 * Shows a message for its kind's time, the newest first; at most 20 at once. One that is shown already takes its own
 * place, and is read out again; one of something that goes on stands for that alone.
 *
 * @returns its id
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

/** Takes a message away; unknown ids are none. */
export function dismissToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

export function readToasts(): readonly Toast[] {
  return toasts;
}

/**
 * Shows messages in a modal dialog or a popover while it is open: whatever else there is lies behind it.
 *
 * @returns how to show them where they were before
 */
export function showToastsIn(front: HTMLElement): () => void {
  fronts = [...fronts, front];
  changed.tell();
  return () => {
    fronts = fronts.filter((one) => one !== front);
    changed.tell();
  };
}

/** What is in front; null for the page itself. */
export function readToastPlace(): HTMLElement | null {
  return fronts.at(-1) ?? null;
}

const KEPT = "toasts";

interface KeptToasts {
  at: number;
  toasts: Pick<Toast, "kind" | "message">[];
}

/** Leaves the messages that are shown for the document that follows this one. Of something that goes on there are none. */
export function keepToasts(): void {
  const kept = toasts.flatMap(({ kind, message, action }) =>
    kind === "loading" || action ? [] : { kind, message },
  );
  const value: KeptToasts = { at: Date.now(), toasts: kept };
  if (kept.length > 0) tryStorage(() => sessionStorage.setItem(KEPT, JSON.stringify(value)));
}

/** Shows the messages that the document before this one has left, unless their time is over. */
export function showKeptToasts(): void {
  tryStorage(() => {
    const value = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    const [page] = performance.getEntriesByType("navigation");
    const isReload = page instanceof PerformanceNavigationTiming && page.type === "reload";
    if (!value || isReload) return;
    const { at, toasts: kept } = JSON.parse(value) as KeptToasts; // of `keepToasts`, or it throws
    for (const { kind, message } of kept.reverse()) {
      if (kind !== "loading" && Date.now() - at <= DURATIONS[kind]) showToast(kind, message);
    }
  });
}

export const subscribeToToasts = changed.subscribe;

/** Puts a text on the clipboard, and says in a message whether it is there. */
export async function copyText(
  text: string,
  { copied, failed }: { copied: string; failed: string },
): Promise<void> {
  try {
    // Left out by browsers on pages without https.
    await navigator.clipboard.writeText(text);
    showToast("success", copied);
  } catch {
    showToast("error", failed);
  }
}
