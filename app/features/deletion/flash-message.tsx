import { Check } from "lucide-react";
import { useEffect } from "react";
import { ToastArea } from "~/ui/toast-area";
import { showToast } from "~/ui/toast-store";
import { useHydrated } from "~/ui/use-hydrated";

export interface Flash {
  message: string;
  /** When it was said, in milliseconds since 1970: the same words said again are shown again. */
  at: number;
}

/** Where messages appear, and what the last step had to say: a toast, or without scripts a line that stays. */
export function FlashMessage({ flash }: { flash: Flash | null }) {
  const scripted = useHydrated();
  const { message, at } = flash ?? {};
  useEffect(() => {
    if (message !== undefined) showToast("success", message);
  }, [message, at]);
  return (
    <>
      <ToastArea />
      {!scripted && message !== undefined && (
        <div className="page-wrap pt-6 max-deck:px-4 print:hidden" role="status">
          <div className="toast w-max max-w-[min(350px,100%)]">
            <Check className="icon" aria-hidden />
            {message}
          </div>
        </div>
      )}
    </>
  );
}
