import { Form } from "@remix-run/react";
import type { Pagination } from "server/upstream/contracts/trips.server";
import { DASHBOARD_PATH, type DashboardState } from "../dashboard-url";
import { StateFields } from "../state-form";
import { Button } from "~/ui/button";
import { input } from "~/ui/field";
import { useDraft } from "~/ui/use-draft";
import { pageCount } from "./page-numbers";

interface PageNumberFieldProps {
  state: DashboardState;
  pagination: Pagination;
}

/** Goes to the page whose number is typed; the address makes an existing page of any number. */
export function PageNumberField({ state, pagination }: PageNumberFieldProps) {
  // Empty again when another page is shown; what is asked for changes before it is.
  const { text, setText, field } = useDraft<HTMLInputElement>("", pagination.currentPage);
  const digits = String(pageCount(pagination)).length;
  return (
    <Form
      method="get"
      action={DASHBOARD_PATH}
      className="flex flex-wrap items-center gap-2 @bar:ml-auto print:hidden"
      preventScrollReset
    >
      <StateFields state={{ ...state, page: 1 }} />
      <label className="pt-0.75 text-15 text-ink-2" htmlFor="trip-page">
        Go to page
      </label>
      <input
        className={input({ kind: "number", className: "@max-stack:grow @max-stack:basis-full" })}
        ref={field}
        id="trip-page"
        name="page"
        inputMode="numeric"
        autoComplete="off"
        required
        maxLength={15}
        style={{ width: `calc(${digits + 2}ch + 28px)` }}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" tone="line" size="small" wraps={false} className="@max-bar:flex-1">
        Go
      </Button>
    </Form>
  );
}
