import { useRouteLoaderData } from "@remix-run/react";
import { ToastSign } from "~/ui/toaster";
import { useHydrated } from "~/ui/use-hydrated";

/** Without scripts, what the last step had to say is a line that stays. `className` is its place. */
export function UnscriptedToast({ className }: { className?: string }) {
  const scripted = useHydrated();
  const toast = useRouteLoaderData<{ toast: { message: string; type: string } | null }>(
    "root",
  )?.toast;
  if (scripted || !toast) return null;
  return (
    <div className={className} role="status">
      <ToastSign
        kind={toast.type === "error" ? "error" : "success"}
        message={toast.message}
        className="w-max max-w-[min(350px,100%)]"
      />
    </div>
  );
}
