import { Form, useNavigate } from "@remix-run/react";
import { Search } from "lucide-react";
import { useEffect, type FormEvent, type RefObject } from "react";
import { DASHBOARD_PATH, dashboardUrl, type DashboardState } from "../dashboard-url";
import { input } from "~/ui/field";
import { useDraft } from "~/ui/use-draft";

/** Search over all trips, which clears the filters. Without filters, an empty search shows all. */
export function TripSearch({ state }: { state: DashboardState }) {
  const navigate = useNavigate();
  const field = useDraft<HTMLInputElement>(state.q ?? "");
  useClearedField(field, state.q !== undefined);
  const filtered = state.date !== undefined || state.country !== undefined;

  const search = (event: FormEvent) => {
    event.preventDefault();
    const q = field.current?.value.trim();
    // An empty search keeps the filters.
    if (!q && filtered) return;
    const replace = q === (state.q ?? "");
    navigate(dashboardUrl({ tab: "trip", q }), { preventScrollReset: true, replace });
  };
  return (
    <Form
      method="get"
      action={DASHBOARD_PATH}
      className="relative col-span-2 @table:w-75"
      role="search"
      onSubmit={search}
    >
      <input type="hidden" name="tab" value="trip" />
      <button className={button} aria-label="Search" title="Search">
        <Search className="icon" aria-hidden />
      </button>
      <input
        className={input("search")}
        ref={field}
        type="search"
        name="q"
        aria-label="Search trips"
        aria-describedby={filtered ? "search-scope" : undefined}
        placeholder="Search trips"
        autoComplete="off"
        maxLength={200}
        defaultValue={state.q ?? ""}
      />
      {filtered && (
        <p className="pt-1 text-13/snug text-ink-2" id="search-scope">
          A search covers all trips and clears the filters.
        </p>
      )}
    </Form>
  );
}

/** Navigates to all trips when the browser's own clear button empties a search. */
function useClearedField(field: RefObject<HTMLInputElement>, isSearch: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    const element = field.current;
    const showAllTrips = () => {
      if (element?.value === "")
        navigate(dashboardUrl({ tab: "trip" }), { preventScrollReset: true });
    };
    // `input` events do not tell this button from keys. `search` events fire for it and for Enter.
    if (isSearch) element?.addEventListener("search", showAllTrips);
    return () => element?.removeEventListener("search", showAllTrips);
  }, [field, navigate, isSearch]);
}

const button =
  "absolute top-1 left-1 grid size-10 cursor-pointer place-items-center rounded-control " +
  "text-ink-2 hover:text-ink";
