import { Form, useNavigate } from "@remix-run/react";
import { Search } from "lucide-react";
import { useEffect, useRef, type FormEvent } from "react";
import { DASHBOARD_PATH, dashboardUrl, type DashboardState } from "../dashboard-url";
import { input } from "~/ui/field";
import { useUrlDraft } from "~/ui/use-url-draft";

const ALL_TRIPS = dashboardUrl({ tab: "trip" });

/** Search over all trips. A search drops the filters: the two exclude each other. Empty, it leads to all trips. */
export function TripSearch({ state }: { state: DashboardState }) {
  const [q, setQ] = useUrlDraft(state.q ?? "");
  const navigate = useNavigate();
  const field = useClearedField(state.q !== undefined);
  const empty = q.trim() === "";
  const filtered = state.date !== undefined || state.country !== undefined;

  const leaveEmpty = (event: FormEvent) => {
    if (!empty) return;
    event.preventDefault();
    // Who looks for nothing in a filtered list has not asked to lose its filters.
    if (!filtered) navigate(ALL_TRIPS, { preventScrollReset: true, replace: !state.q });
  };
  return (
    <Form
      method="get"
      action={DASHBOARD_PATH}
      className="relative col-span-2 @table:w-75"
      role="search"
      preventScrollReset
      replace={q.trim() === (state.q ?? "")}
      onSubmit={leaveEmpty}
    >
      <input type="hidden" name="tab" value="trip" />
      <button className={button} aria-label="Search" title="Search">
        <Search className="icon" aria-hidden />
      </button>
      <input
        className={input({ kind: "search" })}
        ref={field}
        type="search"
        name="q"
        id="trip-search"
        aria-label="Search trips"
        aria-describedby={filtered ? "search-scope" : undefined}
        placeholder="Search trips"
        autoComplete="off"
        maxLength={200}
        value={q}
        onChange={(event) => setQ(event.target.value)}
      />
      {filtered && (
        <p className="pt-1 text-13/snug text-ink-2" id="search-scope">
          A search covers all trips and clears the filters.
        </p>
      )}
    </Form>
  );
}

/** Leads from a search to all trips when the field's own button empties it, where browsers have one. */
function useClearedField(searched: boolean) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const element = field.current;
    const leave = () => {
      if (element?.value === "") navigate(ALL_TRIPS, { preventScrollReset: true });
    };
    // No browser's `input` event tells that button from a key; this one is fired for it and for Enter.
    if (searched) element?.addEventListener("search", leave);
    return () => element?.removeEventListener("search", leave);
  }, [navigate, searched]);
  return field;
}

const button = [
  "absolute top-1 left-1 grid size-10 cursor-pointer place-items-center rounded-control",
  "text-ink-2 hover:text-ink",
].join(" ");
