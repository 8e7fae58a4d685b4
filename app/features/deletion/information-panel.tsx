import { Form, useSearchParams } from "@remix-run/react";
import { Info, X } from "lucide-react";
import { useState, type MouseEvent } from "react";
import { lifecycle } from "~/content/account-deletion";
import { DataTable } from "./data-table";

const PARAMETER = "info";
const CLOSED = "closed";

/** What deletion means, beside every step. It closes and opens with scripts at once, without them by the URL. */
export function InformationPanel({ erasedAt }: { erasedAt: number }) {
  const [search] = useSearchParams();
  const [open, setOpen] = useState(search.get(PARAMETER) !== CLOSED);
  const toggle = (event: MouseEvent) => {
    event.preventDefault();
    setOpen(!open);
  };

  if (!open) {
    return (
      <Form method="get">
        <button type="submit" className="btn line small show-info" onClick={toggle}>
          <Info className="i" aria-hidden />
          Show Account Deletion Information
        </button>
      </Form>
    );
  }
  return (
    <aside className="infop" aria-labelledby="info-title">
      <h2 id="info-title">What happens to your account</h2>
      <Form method="get">
        <button
          type="submit"
          className="icon-btn small bare"
          name={PARAMETER}
          value={CLOSED}
          aria-label="Close information"
          onClick={toggle}
        >
          <X className="i" aria-hidden />
        </button>
      </Form>
      <ol className="timeline">
        {lifecycle.map(({ when, what }) => (
          <li key={when}>
            <b>{when}</b>
            <span>{what}</span>
          </li>
        ))}
      </ol>
      <DataTable erasedAt={erasedAt} />
    </aside>
  );
}
