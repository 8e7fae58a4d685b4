import { Info, X } from "lucide-react";
import { useMessages } from "~/features/shell/messages";
import { buttonStyle, iconButtonStyle } from "~/ui/button";
import { DataTable } from "./data-table";

/** The panel beside every step that explains deletion. It can be closed and opened again. */
export function InformationPanel({ erasedAt }: { erasedAt: number | null }) {
  const messages = useMessages();
  return (
    <details className={panel} open>
      <summary className={toggle}>
        <span className={buttonStyle({ tone: "line", size: "tool", className: whenClosed })}>
          <Info className="icon" />
          {messages.text("information.open")}
        </span>
        <span className={iconButtonStyle({ tone: "bare", className: "not-group-open:hidden" })}>
          <X className="icon" />
          <span className="sr-only">{messages.text("information.close")}</span>
        </span>
      </summary>
      <aside aria-labelledby="info-title">
        <h2 id="info-title" className="pe-10 text-21/tight">
          {messages.text("information.title")}
        </h2>
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
    </details>
  );
}

const panel =
  "group relative open:border open:border-line open:bg-raised open:px-5 open:pt-6 open:pb-5.5 " +
  "deck:open:px-7";

/** The button in the corner of the open panel; it is all that a closed panel shows. */
const toggle =
  "block w-fit list-none rounded-control group-open:absolute group-open:end-2 group-open:top-1.5 " +
  "[&::-webkit-details-marker]:hidden";

const whenClosed = "text-start group-open:hidden";

const lifecycle = [
  { when: "lifecycle.now", what: "lifecycle.now-what" },
  { when: "lifecycle.within", what: "lifecycle.within-what" },
  { when: "lifecycle.after", what: "lifecycle.after-what" },
] as const;

/** An entry of the timeline: a ring, and the dashes to the next entry. */
const stop =
  "relative ps-8.5 pb-5 last:pb-1 " +
  "before:absolute before:top-1 before:-bottom-1 before:start-2 before:w-1 before:text-mark last:before:hidden " +
  "before:bg-[repeating-linear-gradient(currentColor_0_12px,transparent_12px_22px)] " +
  "after:absolute after:top-1 after:start-0.5 after:size-4 after:rounded-full after:border-4 after:border-mark after:bg-raised";
