import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import type { TripPage } from "server/upstream/contracts/trips.server";
import { grouped } from "~/lib/format-metric";
import { Button, ButtonLink } from "~/ui/button";
import { input } from "~/ui/field";
import { dashboardUrl, stateParams, type DashboardState } from "../dashboard-url";
import { Fields, AddressForm } from "../address-form";

/** Range of the displayed trips, and links and a field for other pages. */
export function Paging({ state, page }: { state: DashboardState; page: TripPage }) {
  const { currentPage, hasPrevPage, hasNextPage, pages: last } = page.pagination;
  const range = useRef<HTMLParagraphElement>(null);
  const to = (isThere: boolean, number: number) =>
    isThere ? dashboardUrl({ ...state, page: number }) : null;
  return (
    <nav className={bar} aria-label="Pages of trips" {...useFocusFallback(range)}>
      <div className="flex flex-wrap gap-x-5 gap-y-0.5 text-15 tabular-nums @max-bar:justify-between">
        <p ref={range} tabIndex={-1}>
          {rangeText(page)}
        </p>
        <p className="text-ink-2" aria-current="page">
          {`Page ${grouped(currentPage)} of ${grouped(last)}`}
        </p>
      </div>
      {last > 1 && <PageNumberField state={state} last={last} />}
      <div className={steps}>
        <Step className={end} to={to(hasPrevPage, 1)}>
          <ChevronFirst className="icon" aria-hidden />
          <span className="@max-compact:sr-only">First</span>
        </Step>
        <Step className={step} to={to(hasPrevPage, currentPage - 1)}>
          <ChevronLeft className="icon @max-[20.625rem]:hidden" aria-hidden />
          Previous
        </Step>
        <Step className={step} to={to(hasNextPage, currentPage + 1)}>
          Next
          <ChevronRight className="icon @max-[20.625rem]:hidden" aria-hidden />
        </Step>
        <Step className={end} to={to(hasNextPage && last > currentPage, last)}>
          <span className="@max-compact:sr-only">Last</span>
          <ChevronLast className="icon" aria-hidden />
        </Step>
      </div>
    </nav>
  );
}

const bar =
  "flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3.5 @table:px-6 " +
  "@max-bar:grid @max-bar:grid-cols-1";

const steps =
  "flex items-center gap-2 print:hidden @max-table:grow @max-table:basis-full @max-bar:flex-wrap";

const step = "@max-table:flex-auto @max-bar:px-2.5 @max-compact:gap-1";

/** The first and the last step, of which narrow panels display only the icon. */
const end =
  "@max-table:flex-auto @max-bar:px-2.5 @max-compact:w-10 @max-compact:flex-none @max-compact:px-0";

/** A link to another page, disabled if there is none. With `nofollow`, because a million trips have many pages. */
function Step({ to, ...layout }: { to: string | null; className: string; children: ReactNode }) {
  const button = { tone: "line", size: "small", wraps: false, ...layout } as const;
  if (to === null) return <Button {...button} disabled />;
  return <ButtonLink {...button} to={to} rel="nofollow" preventScrollReset />;
}

/** Field for a page number. Numbers out of range become existing pages when the URL is parsed. */
function PageNumberField({ state, last }: { state: DashboardState; last: number }) {
  return (
    <AddressForm className="flex flex-wrap items-center gap-2 @bar:ml-auto print:hidden">
      <Fields params={stateParams({ ...state, page: 1 })} />
      <label className="text-15 text-ink-2" htmlFor="trip-page">
        Go to page
      </label>
      <input
        className={input(number)}
        id="trip-page"
        name="page"
        inputMode="numeric"
        required
        maxLength={15}
        style={{ width: `calc(${String(last).length + 2}ch + 28px)` }}
      />
      <Button type="submit" tone="line" size="small" wraps={false} className="@max-bar:flex-1">
        Go
      </Button>
    </AddressForm>
  );
}

const number =
  "min-h-10 max-w-full px-3 text-right tabular-nums @max-stack:grow @max-stack:basis-full";

/** Range of trips on the page, as in `1-12 of 48,210`. Rows that could not be read have a place in it, and are named. */
export function rangeText({ pagination, trips, unread = 0 }: TripPage): string {
  const { totalItems, currentPage, itemsPerPage } = pagination;
  const total = grouped(totalItems);
  const rows = trips.length + unread;
  if (rows === 0) return `0 of ${total}`;
  const before = (currentPage - 1) * itemsPerPage;
  const range = `${grouped(before + 1)}-${grouped(before + rows)} of ${total}`;
  return unread === 0 ? range : `${range}, ${grouped(unread)} could not be read`;
}

/**
 * Moves the focus to `target` when the focused element of a container is removed or disabled.
 *
 * @returns event handlers for the container, which also contains `target`
 */
export function useFocusFallback(target: RefObject<HTMLElement>) {
  const hadFocus = useRef(false);
  useEffect(() => {
    const isLost = hadFocus.current && document.activeElement === document.body;
    if (isLost) target.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: () => void (hadFocus.current = true),
    onBlur: () => void (hadFocus.current = false),
  };
}
