import { Link } from "@remix-run/react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import type { Pagination } from "server/upstream/contracts/trips.server";
import { dashboardUrl, type DashboardState } from "~/features/dashboard/dashboard-url";
import { rangeText } from "./trips-view";

interface PagingProps {
  state: DashboardState;
  pagination: Pagination;
  /** Rows on the page. */
  shown: number;
}

/** Which trips these are, and the way to the ones before and after. */
export function Paging({ state, pagination, shown }: PagingProps) {
  const to = (page: number) => dashboardUrl({ ...state, page });
  const { range, step } = useFocusKept(pagination);
  return (
    <nav className="paging" aria-label="Pages of trips">
      <p className="num" ref={range} tabIndex={-1}>
        {rangeText(pagination, shown)}
      </p>
      <div className="ctl">
        <Step to={pagination.hasPrevPage ? to(state.page - 1) : null} rel="prev" {...step}>
          <ChevronLeft className="i" aria-hidden />
          Previous
        </Step>
        <Step to={pagination.hasNextPage ? to(state.page + 1) : null} rel="next" {...step}>
          Next
          <ChevronRight className="i" aria-hidden />
        </Step>
      </div>
    </nav>
  );
}

/** A link that ends up disabled drops the focus it had; the range beside it takes it over. */
function useFocusKept({ hasPrevPage, hasNextPage }: Pagination) {
  const range = useRef<HTMLParagraphElement>(null);
  const focused = useRef(false);
  useEffect(() => {
    const lost = focused.current && document.activeElement === document.body;
    if (lost) range.current?.focus({ preventScroll: true });
  }, [hasPrevPage, hasNextPage]);
  const step = {
    onFocus: () => void (focused.current = true),
    onBlur: () => void (focused.current = false),
  };
  return { range, step };
}

interface StepProps {
  /** Null: there is no such page. */
  to: string | null;
  rel: string;
  children: ReactNode;
  onFocus: () => void;
  onBlur: () => void;
}

function Step({ to, children, ...link }: StepProps) {
  if (to === null) {
    return (
      <button type="button" className="btn line small" disabled>
        {children}
      </button>
    );
  }
  return (
    <Link className="btn line small" to={to} preventScrollReset {...link}>
      {children}
    </Link>
  );
}
