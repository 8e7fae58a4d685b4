import { Check } from "lucide-react";
import { useEffect } from "react";
import { ToastArea } from "~/ui/toast-area";
import { showToast } from "~/ui/toast-store";
import { useHydrated } from "~/ui/use-hydrated";

/** What the last step had to say: a toast, or without scripts a line that stays. */
export function FlashMessage({ message }: { message: string | null }) {
  const scripted = useHydrated();
  useEffect(() => {
    if (message !== null) showToast("success", message);
  }, [message]);
  if (scripted) return <ToastArea />;
  return (
    message !== null && (
      <div className="wrap flash" role="status">
        <div className="toast">
          <Check className="i" aria-hidden />
          {message}
        </div>
      </div>
    )
  );
}
