import { Check, Info, TriangleAlert } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import toast, { resolveValue, useToaster } from "react-hot-toast/headless";
import { useHydrated } from "~/lib/hydration";

/**
 * Displays messages at the top centre, in a polite live region. Once per document. The passed message tells of the
 * previous form's success. It is a part of the server's HTML; scripts take it over, and it disappears like all others.
 */
export function Toaster({ passed }: { passed: { message: string } | null }) {
  const { toasts } = useToaster();
  const region = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  useEffect(() => {
    if (passed) toast.success(passed.message, { id: passed.message });
  }, [passed]);
  useEffect(() => {
    region.current?.setAttribute("popover", "manual"); // older browsers have no popovers
    // A popover that opens anew is in front of the dialogs that are open.
    if (document.querySelector("dialog:modal")) region.current?.togglePopover?.(false);
    region.current?.togglePopover?.(true);
  }, [toasts.length]);
  return (
    <div ref={region} className={regionStyle} role="status" aria-atomic="false" data-toasts="">
      {!hydrated && passed && <ToastSign kind="success">{passed.message}</ToastSign>}
      {toasts
        .filter(({ visible }) => visible)
        .map((one) => (
          <ToastSign key={one.id} kind={one.type}>
            {resolveValue(one.message, one)}
          </ToastSign>
        ))}
    </div>
  );
}

const regionStyle =
  "pointer-events-none fixed inset-x-0 top-4 bottom-auto z-70 m-auto grid w-max max-w-[calc(100vw-32px)] justify-items-center " +
  "gap-2 overflow-visible border-0 bg-transparent p-0 noscript:static noscript:not-empty:pt-4 print:hidden";

/** One message, which is dark in the day theme too. */
function ToastSign({ kind, children }: { kind: string; children: ReactNode }) {
  const Icon = kind === "error" ? TriangleAlert : kind === "success" ? Check : Info;
  return (
    <div className="flex w-fit max-w-87.5 items-center gap-3 rounded-control border border-steel bg-asphalt px-4 py-2.75 text-15/snug text-chalk">
      <Icon className={`icon ${kind === "error" ? "text-coral" : ""}`} />
      {children}
    </div>
  );
}
