import { Form, useSearchParams } from "@remix-run/react";
import { Info, X } from "lucide-react";
import { useEffect, useRef, useState, type MouseEvent } from "react";
import { useMessages } from "~/features/shell/messages";
import { Button, IconButton } from "~/ui/button";
import { DataTable } from "./data-table";

const PARAMETER = "info";
const CLOSED = "closed";

/** Of the button that closes the panel, and of the one that opens it again: there is one of them at a time. */
const TOGGLE_ID = "info-toggle";

/** What deletion means, beside every step. It closes and opens with scripts at once, without them by the URL. */
export function InformationPanel({ erasedAt }: { erasedAt: number }) {
  const messages = useMessages();
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
        <SamePage />
        <Button
          id={TOGGLE_ID}
          type="submit"
          tone="line"
          size="tool"
          className="text-start"
          onClick={toggle}
        >
          <Info className="icon" aria-hidden />
          {messages.text("information.open")}
        </Button>
      </Form>
    );
  }
  return (
    <aside
      className="relative border border-line bg-raised px-5 pt-6 pb-5.5 deck:px-7"
      aria-labelledby="info-title"
    >
      <h2 id="info-title" className="pe-10 text-21/tight">
        {messages.text("information.title")}
      </h2>
      <Form method="get">
        <SamePage />
        <IconButton
          id={TOGGLE_ID}
          type="submit"
          tone="bare"
          className="absolute end-2 top-1.5"
          name={PARAMETER}
          value={CLOSED}
          aria-label={messages.text("information.close")}
          onClick={toggle}
        >
          <X className="icon" aria-hidden />
        </IconButton>
      </Form>
      <ol className="mt-4.5">
        {lifecycle.map(({ when, what }) => (
          <li key={when} className={stop}>
            <b className="block leading-snug">{messages.text(when)}</b>
            <span className="block text-15/body text-ink-2">{messages.text(what)}</span>
          </li>
        ))}
      </ol>
      <DataTable erasedAt={erasedAt} />
    </aside>
  );
}

/** What becomes of an account in time. */
const lifecycle = [
  { when: "lifecycle.now", what: "lifecycle.now-what" },
  { when: "lifecycle.within", what: "lifecycle.within-what" },
  { when: "lifecycle.after", what: "lifecycle.after-what" },
] as const;

/** Keeps the step and the language that the URL asks for. */
function SamePage() {
  const [search] = useSearchParams();
  return ["step", "lang"].map((name) => {
    const value = search.get(name);
    return value !== null && <input key={name} type="hidden" name={name} value={value} />;
  });
}

/** A stop of the timeline: a ring, and the dashes to the next. */
const stop = [
  "relative ps-8.5 pb-5 last:pb-1",
  "before:absolute before:top-1 before:-bottom-1 before:start-2 before:w-1 before:text-mark last:before:hidden",
  "before:bg-[repeating-linear-gradient(currentColor_0_12px,transparent_12px_22px)]",
  "after:absolute after:top-1 after:start-0.5 after:size-4 after:rounded-full after:border-4 after:border-mark after:bg-raised",
].join(" ");
