import { Link } from "@remix-run/react";
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { dashboardUrl, type DashboardState } from "../dashboard-url";
import { PageField } from "./page-field";
import { pageCount, pageTurns, type ShownPaging } from "./trip-pages";
import { pageText, rangeText } from "./trips-view";
import { useFocusKept } from "./use-focus-kept";

interface PagingProps {
  state: DashboardState;
  paging: ShownPaging;
}

/** Which trips these are, and the way to any other page of them. */
export function Paging({ state, paging: { pagination, rows } }: PagingProps) {
  const { target: range, part } = useFocusKept<HTMLParagraphElement>();
  const turns = pageTurns(state.page, pagination);
  const to = (page: number | null) => (page === null ? null : dashboardUrl({ ...state, page }));
  return (
    <nav className="paging" aria-label="Pages of trips" {...part}>
      <div className="paging-place num">
        <p ref={range} tabIndex={-1}>
          {rangeText(pagination, rows)}
        </p>
        <p>{pageText(pagination)}</p>
      </div>
      {pageCount(pagination) > 1 && <PageField state={state} pagination={pagination} />}
      <div className="ctl">
        <Step to={to(turns.first)}>
          <ChevronFirst className="i" aria-hidden />
          <span>First</span>
        </Step>
        <Step to={to(turns.previous)} rel="prev">
          <ChevronLeft className="i" aria-hidden />
          Previous
        </Step>
        <Step to={to(turns.next)} rel="next">
          Next
          <ChevronRight className="i" aria-hidden />
        </Step>
        <Step to={to(turns.last)}>
          <span>Last</span>
          <ChevronLast className="i" aria-hidden />
        </Step>
      </div>
    </nav>
  );
}

interface StepProps {
  /** Null: there is no such page. */
  to: string | null;
  rel?: string;
  children: ReactNode;
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
