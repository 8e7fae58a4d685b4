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
  type ToastAction,
  type ToastKind,
} from "./toast-store";

const none: readonly Toast[] = [];

/** Where messages appear: top centre, read out politely, in front of an open dialog too. Once per document. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts, () => none);
  const dialog = useSyncExternalStore(subscribeToToasts, readToastPlace, () => null);
  useEffect(() => {
    showKeptToasts();
    window.addEventListener("pagehide", keepToasts);
    return () => window.removeEventListener("pagehide", keepToasts);
  }, []);
  const area = (
    <div
      className="pointer-events-none fixed top-4 left-1/2 z-30 grid w-max max-w-[calc(100vw-32px)] -translate-x-1/2 justify-items-center gap-2 print:hidden"
      role="status"
      aria-atomic="false"
      data-toasts=""
    >
      {toasts.map(({ id, kind, message, action }) => (
        <ToastSign key={id} kind={kind} message={message} action={action} className="max-w-87.5" />
      ))}
    </div>
  );
  return dialog ? createPortal(area, dialog) : area;
}

interface ToastSignProps {
  kind: ToastKind;
  message: string;
  action?: ToastAction | undefined;
  /** How wide it may be where it stands. */
  className: string;
}

/** One message, dark by day too. */
export function ToastSign({ kind, message, action, className }: ToastSignProps) {
  return (
    <div
      className={`flex items-center gap-3 rounded-control border border-steel bg-asphalt px-4 pt-3 pb-2.5 text-15/snug text-chalk ${className}`}
    >
      <ToastIcon kind={kind} />
      {message}
      {action && (
        <button type="button" className={toastButton} onClick={action.run}>
          {action.name}
        </button>
      )}
    </div>
  );
}

const toastButton =
  "pointer-events-auto -my-2 min-h-11 min-w-11 flex-none cursor-pointer font-bold text-chalk underline";

function ToastIcon({ kind }: { kind: ToastKind }) {
  if (kind === "success") return <Check className="-mt-0.75 icon" aria-hidden />;
  if (kind === "error") return <TriangleAlert className="-mt-0.75 icon text-coral" aria-hidden />;
  return <Info className="-mt-0.75 icon" aria-hidden />;
}
