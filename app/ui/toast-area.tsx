import { Check, Info, TriangleAlert } from "lucide-react";
import { useSyncExternalStore } from "react";
import { readToasts, subscribeToToasts, type Toast } from "./toast-store";

const none: readonly Toast[] = [];

/** Where messages appear: top centre, read out politely. */
export function ToastArea() {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts, () => none);
  return (
    <div className="toast-area" role="status">
      {toasts.map(({ id, kind, message }) => (
        <div className="toast" key={id}>
          <ToastIcon kind={kind} />
          {message}
        </div>
      ))}
    </div>
  );
}

function ToastIcon({ kind }: { kind: Toast["kind"] }) {
  if (kind === "success") return <Check className="i" aria-hidden />;
  if (kind === "error") return <TriangleAlert className="i warn" aria-hidden />;
  return <Info className="i" aria-hidden />;
}
