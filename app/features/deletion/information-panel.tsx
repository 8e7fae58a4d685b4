import { Form, useSearchParams } from "@remix-run/react";
import { Info, X } from "lucide-react";
import { useEffect, useRef, useState, type MouseEvent } from "react";
import { lifecycle } from "~/content/account-deletion";
import { Button, IconButton } from "~/ui/button";
import { DataTable } from "./data-table";

const PARAMETER = "info";
const CLOSED = "closed";

/** Of the button that closes the panel, and of the one that opens it again: there is one of them at a time. */
const TOGGLE_ID = "info-toggle";

/** What deletion means, beside every step. It closes and opens with scripts at once, without them by the URL. */
export function InformationPanel({ erasedAt }: { erasedAt: number }) {
  const [search] = useSearchParams();
  const [open, setOpen] = useState(search.get(PARAMETER) !== CLOSED);
  const pressed = useRef(false);
  const toggle = (event: MouseEvent) => {
    event.preventDefault();
    pressed.current = true;
    setOpen(!open);
  };
  // The button that was pressed is gone: the other one takes the focus.
  useEffect(() => {
    if (pressed.current) document.getElementById(TOGGLE_ID)?.focus();
  }, [open]);

  if (!open) {
    return (
      <Form method="get">
        <SameStep />
        <Button
          id={TOGGLE_ID}
          type="submit"
          tone="line"
          size="small"
          className="text-left"
          onClick={toggle}
        >
          <Info className="icon" aria-hidden />
          Show Account Deletion Information
        </Button>
      </Form>
    );
  }
  return (
    <aside
      className="relative border border-line bg-raised px-5 pt-6 pb-5.5 deck:px-7"
      aria-labelledby="info-title"
    >
      <h2 id="info-title" className="pr-10 text-21/tight">
        What happens to your account
      </h2>
      <Form method="get">
        <SameStep />
        <IconButton
          id={TOGGLE_ID}
          type="submit"
          tone="bare"
          size="small"
          className="absolute top-2.5 right-3"
          name={PARAMETER}
          value={CLOSED}
          aria-label="Close information"
          onClick={toggle}
        >
          <X className="icon" aria-hidden />
        </IconButton>
      </Form>
      <ol className="mt-4.5">
        {lifecycle.map(({ when, what }) => (
          <li key={when} className={stop}>
            <b className="block leading-snug">{when}</b>
            <span className="block text-15/normal text-ink-2">{what}</span>
          </li>
        ))}
      </ol>
      <DataTable erasedAt={erasedAt} />
    </aside>
  );
}

/** Keeps the step that the URL asks for. */
function SameStep() {
  const [search] = useSearchParams();
  const step = search.get("step");
  return step !== null && <input type="hidden" name="step" value={step} />;
}

/** A stop of the timeline: a ring, and the dashes to the next. */
const stop = [
  "relative pb-5 pl-8.5 last:pb-1",
  "before:absolute before:top-1 before:-bottom-1 before:left-2 before:w-1 before:text-mark last:before:hidden",
  "before:bg-[repeating-linear-gradient(currentColor_0_12px,transparent_12px_22px)]",
  "after:absolute after:top-1 after:left-0.5 after:size-4 after:rounded-full after:border-4 after:border-mark after:bg-raised",
].join(" ");
