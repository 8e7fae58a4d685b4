import { Check, Info, TriangleAlert } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import {
  keepToasts,
  readToastPlace,
  readToasts,
  showKeptToasts,
  subscribeToToasts,
  type Toast,
} from "./toast-store";

const none: readonly Toast[] = [];

/** Displays messages at the top centre, also in front of an open dialog, in a polite live region. Once per document. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts, () => none);
  const dialog = useSyncExternalStore(subscribeToToasts, readToastPlace, () => null);
  useEffect(() => {
    showKeptToasts();
    window.addEventListener("pagehide", keepToasts);
    return () => window.removeEventListener("pagehide", keepToasts);
  }, []);
  // Two processes may show the same text at once. It is displayed until the last of them ends, as one element, because
  // screen readers read a new element again.
  const texts = new Map(toasts.map((toast) => [toast.message, toast]));
  const area = (
    <div
      className="pointer-events-none fixed top-4 left-1/2 z-30 grid w-max max-w-[calc(100vw-32px)] -translate-x-1/2 justify-items-center gap-2 print:hidden"
      role="status"
      aria-atomic="false"
      data-toasts=""
    >
      {[...texts.values()].map(({ id, ...toast }) => (
        <ToastSign key={toast.kind === "loading" ? toast.message : id} {...toast} />
      ))}
    </div>
  );
  return dialog ? createPortal(area, dialog) : area;
}

/** One message, which is dark in the day theme too. */
export function ToastSign({ kind, message, action }: Omit<Toast, "id">) {
  const Icon = kind === "error" ? TriangleAlert : kind === "success" ? Check : Info;
  return (
    <div className="flex w-fit max-w-87.5 items-center gap-3 rounded-control border border-steel bg-asphalt px-4 py-2.75 text-15/snug text-chalk">
      <Icon className={`icon ${kind === "error" ? "text-coral" : ""}`} />
      {message}
      {action && (
        <button
          type="button"
          className="pointer-events-auto -my-2 min-h-11 min-w-11 flex-none cursor-pointer font-bold text-chalk underline"
          onClick={action.run}
        >
          {action.name}
        </button>
      )}
    </div>
  );
}
