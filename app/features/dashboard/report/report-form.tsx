import { Form, Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { formatDay } from "~/lib/format-day";
import { Button } from "~/ui/button";
import { Field, input } from "~/ui/field";
import { Panel } from "~/ui/panel";
import { REPORT_PATH } from "../dashboard-url";
import { presets, reportUrl } from "./report-url";
import type { RequestedReport } from "./report-answers";

/** GET form for the report's days and filters, with links to preset ranges. */
export function ReportForm({ request, problem, countries, newest, today }: RequestedReport) {
  const { by, country, q } = request;
  const url = reportUrl(request);
  const form = useRef<HTMLFormElement>(null);
  // The fields show what a move has changed. New ones would lose the focus (WCAG 2.4.3).
  useEffect(() => {
    const { current } = form;
    return () => current?.reset();
  }, [url]);
  const day = (name: "from" | "to", label: string) => (
    <Field
      id={`report-${name}`}
      label={label}
      size="small"
      className={field}
      {...(problem !== null && { describedBy: PROBLEM_ID })}
    >
      {(control) => (
        <input
          className={input("line")}
          type="date"
          name={name}
          defaultValue={request[name]}
          min="1000-01-01"
          max="9999-12-31"
          {...control}
          aria-invalid={problem !== null || undefined}
        />
      )}
    </Field>
  );
  return (
    <Panel className="px-4 py-4.5 md:px-6 md:py-5 print:hidden" aria-label="Days and filters">
      <Form
        ref={form}
        method="get"
        autoComplete="off"
        action={REPORT_PATH}
        className="flex flex-wrap items-end gap-4"
        noValidate
      >
        {day("from", "From")}
        {day("to", "To")}
        <Field id="report-country" label="Country" size="small" className={field}>
          {(control) => (
            <select
              key={country}
              className={input("line")}
              name="country"
              defaultValue={country ?? ""}
              {...control}
            >
              <option value="">All Countries</option>
              {[...new Set(countries.concat(country ?? []))].map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
        <Field id="report-wallet" label="Wallet" size="small" className="min-w-0 flex-[2_1_16rem]">
          {(control) => (
            <input
              className={input("line")}
              name="q"
              defaultValue={q ?? ""}
              placeholder="Of one wallet alone"
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              {...control}
            />
          )}
        </Field>
        {by !== "day" && <input type="hidden" name="by" value={by} />}
        <Button type="submit" tone="go" size="tool" wraps={false} className="min-h-13">
          Show report
        </Button>
      </Form>
      {problem !== null && (
        <p className="mt-3 font-semibold text-danger" id={PROBLEM_ID} role="alert">
          {problem}
        </p>
      )}
      <nav
        className="mt-3.5 flex flex-wrap items-baseline gap-x-5 gap-y-1 text-15"
        aria-label="Ranges"
      >
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {presets(newest).map(({ name, from, to }) => (
            <li key={name}>
              <Link
                className="inline-flex min-h-8 items-center"
                to={reportUrl({ from, to, country, q, by })}
                rel="nofollow"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
        <p className="text-ink-2">
          Counted from {formatDay(newest)}
          {newest === today ? ", today." : ", the day of the newest trip."}
        </p>
      </nav>
    </Panel>
  );
}

const PROBLEM_ID = "report-problem";

const field = "min-w-0 flex-[1_1_10rem]";
