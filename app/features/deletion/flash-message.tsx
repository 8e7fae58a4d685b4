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
        <div className="wrap flash" role="status">
          <div className="toast">
            <Check className="i" aria-hidden />
            {message}
          </div>
        </div>
      )}
    </>
  );
}
