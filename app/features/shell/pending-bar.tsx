import { useLocation, useNavigation } from "@remix-run/react";
import { useDelayed } from "~/ui/use-timers";

/** A page that comes sooner needs no bar. */
const DELAY_MS = 150;

/** Says at the top of the window that another page is on its way. */
export function PendingBar() {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  // What stays on its page says itself that it is busy.
  return next !== undefined && next.pathname !== pathname && <Bar />;
}

function Bar() {
  const late = useDelayed(true, DELAY_MS);
  return (
    late && (
      <div
        className="fixed inset-x-0 top-0 z-50 h-0.75 origin-left animate-pending bg-accent print:hidden"
        aria-hidden="true"
        data-pending=""
      />
    )
  );
}
