import { Check, Info, TriangleAlert } from "lucide-react";
import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import toast, { resolveValue, useToaster } from "react-hot-toast/headless";
import { useHydrated } from "~/lib/hydration";

/** Passed messages that were shown already: the root mounts again after an error page and must not repeat them. */
const shown = new WeakSet<object>();

/**
 * Displays messages at the top centre, in a polite live region. Once per document. The message that the previous form
 * left is a part of the server's HTML; scripts take it over, and it then disappears like all others.
 */
export function Toaster({ passed }: { passed: { message: string } | null }) {
  const { toasts } = useToaster();
  const region = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  useTopLayer(region);
  useEffect(() => {
    if (!passed || shown.has(passed)) return;
    shown.add(passed);
    toast.success(passed.message);
  }, [passed]);
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

/** Keeps an element in front of everything: a popover, which opens again whenever a menu or dialog has opened. */
function useTopLayer(element: RefObject<HTMLElement>): void {
  useEffect(() => {
    const region = element.current;
    // Older browsers have no popovers; there the element is in front of everything but dialogs.
    if (!region?.showPopover) return;
    region.setAttribute("popover", "manual");
    const raise = () => {
      region.hidePopover();
      region.showPopover();
    };
    raise();
    const onToggle = ({ target, newState }: Event & { newState?: string }) => {
      if (target !== region && newState === "open") raise();
    };
    document.addEventListener("toggle", onToggle, true);
    // Not all browsers with popovers have a `toggle` event of dialogs.
    const dialogs = new MutationObserver((changes) => {
      if (changes.some(({ target }) => (target as Element).matches("dialog[open]"))) raise();
    });
    dialogs.observe(document, { subtree: true, attributeFilter: ["open"] });
    return () => {
      document.removeEventListener("toggle", onToggle, true);
      dialogs.disconnect();
    };
  }, [element]);
}

/** One message, which is dark in the day theme too. */
function ToastSign({ kind, children }: { kind: string; children: ReactNode }) {
  const Icon = kind === "error" ? TriangleAlert : kind === "success" ? Check : Info;
  return (
    <div className="flex w-fit max-w-87.5 items-center gap-3 rounded-control border border-steel bg-asphalt px-4 py-2.75 text-15/snug text-chalk">
      <Icon className={`icon ${kind === "error" ? "text-[#ff6b57]" : ""}`} />
      {children}
    </div>
  );
}
