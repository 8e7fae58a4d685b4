import { Link } from "@remix-run/react";
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import type { Pagination } from "server/upstream/contracts/trips.server";
import { dashboardUrl, type DashboardState } from "~/features/dashboard/dashboard-url";
import { PageField } from "./page-field";
import { pageCount, pageTurns, type ShownPaging } from "./trip-pages";
import { pageText, rangeText } from "./trips-view";

interface PagingProps {
  state: DashboardState;
  paging: ShownPaging;
}

/** Which trips these are, and the way to any other page of them. */
export function Paging({ state, paging: { pagination, rows } }: PagingProps) {
  const { range, step } = useFocusKept(pagination);
  const turns = pageTurns(state.page, pagination);
  const to = (page: number | null) => (page === null ? null : dashboardUrl({ ...state, page }));
  return (
    <nav className="paging" aria-label="Pages of trips">
      <div className="paging-place num">
        <p ref={range} tabIndex={-1}>
          {rangeText(pagination, rows)}
        </p>
        <p>{pageText(pagination)}</p>
      </div>
      {pageCount(pagination) > 1 && <PageField state={state} pagination={pagination} />}
      <div className="ctl">
        <Step to={to(turns.first)} {...step}>
          <ChevronFirst className="i" aria-hidden />
          <span>First</span>
        </Step>
        <Step to={to(turns.previous)} rel="prev" {...step}>
          <ChevronLeft className="i" aria-hidden />
          Previous
        </Step>
        <Step to={to(turns.next)} rel="next" {...step}>
          Next
          <ChevronRight className="i" aria-hidden />
        </Step>
        <Step to={to(turns.last)} {...step}>
          <span>Last</span>
          <ChevronLast className="i" aria-hidden />
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
  rel?: string;
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
