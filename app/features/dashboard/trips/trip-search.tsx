import { Form } from "@remix-run/react";
import { Search } from "lucide-react";
import { DASHBOARD_PATH, type DashboardState } from "../dashboard-url";
import { input } from "~/ui/field";
import { useUrlDraft } from "~/ui/use-url-draft";

/** Search over all trips. A search drops the filters: the two exclude each other. */
export function TripSearch({ state }: { state: DashboardState }) {
  const [q, setQ] = useUrlDraft(state.q ?? "");
  return (
    <Form
      method="get"
      action={DASHBOARD_PATH}
      className="relative col-span-2 @table:w-75"
      role="search"
      preventScrollReset
      replace={q.trim() === (state.q ?? "")}
    >
      <input type="hidden" name="tab" value="trip" />
      <button className={button} aria-label="Search" title="Search">
        <Search className="icon" aria-hidden />
      </button>
      <input
        className={input({ kind: "search" })}
        type="search"
        name="q"
        id="trip-search"
        aria-label="Search trips"
        placeholder="Search trips"
        autoComplete="off"
        maxLength={200}
        value={q}
        onChange={(event) => setQ(event.target.value)}
      />
    </Form>
  );
}

const button = [
  "absolute top-1 left-1 grid size-10 cursor-pointer place-items-center rounded-control",
  "text-ink-2 hover:text-ink",
].join(" ");
