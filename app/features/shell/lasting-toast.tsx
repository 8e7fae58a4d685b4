import { useRouteLoaderData } from "@remix-run/react";
import { useHydrated } from "~/lib/hydration";
import { ToastSign } from "~/ui/toaster";

/** The toast of the previous form as a part of the page, for browsers without scripts. */
export function LastingToast({ className = "" }: { className?: string }) {
  const root = useRouteLoaderData<{ toast: { message: string; type: string } | null }>("root");
  const hasScripts = useHydrated();
  if (!root?.toast || hasScripts) return null;
  const { message, type } = root.toast;
  return (
    <div className={`print:hidden scripted:hidden ${className}`} role="status">
      <ToastSign kind={type === "error" ? "error" : "success"} message={message} />
    </div>
  );
}
