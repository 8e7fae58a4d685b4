import { Info, X } from "lucide-react";
import { pages } from "~/content/pages";
import { buttonStyle } from "~/ui/button";
import { usePage } from "./shown-page";
import { englishLink, Mailbox, Moment } from "./values";

/** What a deletion does, and to which data: the panel beside every step, which can be closed and opened again. */
export function Information() {
  const { text } = usePage();
  return (
    <details className={panel} open>
      <summary className={toggle}>
        <span className={`${buttonStyle({ tone: "line", size: "tool" })} group-open:hidden`}>
          <Info className="icon" />
          {text("information.open")}
        </span>
        <span className={`${buttonStyle({ tone: "bare", size: "icon" })} not-group-open:hidden`}>
          <X className="icon" aria-label={text("information.close")} />
        </span>
      </summary>
      <aside aria-labelledby="info-title">
        <h2 id="info-title" className="pe-10 text-21/tight">
          {text("information.title")}
        </h2>
        <ol className="mt-4.5">
          {(["now", "within", "after"] as const).map((stage) => (
            <li key={stage} className={stop}>
              <b className="block leading-snug">{text(`lifecycle.${stage}`)}</b>
              <p className="text-15/body text-ink-2">{text(`lifecycle.${stage}-what`)}</p>
            </li>
          ))}
        </ol>
        <DataTable />
      </aside>
    </details>
  );
}

/** The kinds of data that are deleted or kept, why and until when. The app store requires it. */
function DataTable() {
  const { text, rich, erasedAt } = usePage();
  const erasure = erasedAt === null ? text("lifecycle.after") : <Moment at={erasedAt} form="day" />;
  return (
    <table className="mt-5.5 w-full text-15/body wrap-anywhere">
      <caption className="mb-2 text-start font-extrabold">{text("data.caption")}</caption>
      <thead className="text-13 text-ink-2">
        <tr>
          <th className="w-3/5 pt-1 text-start" scope="col">
            {text("data.data")}
          </th>
          <th className="ps-4 pt-1 text-start" scope="col">
            {text("data.until")}
          </th>
        </tr>
      </thead>
      <tbody>
        {(["profile", "recordings", "device", "anonymized"] as const).map((data) => (
          <tr key={data} className="border-b border-line align-top *:py-2.25 last:border-b-0">
            <th className="text-start font-normal" scope="row">
              {rich(`data.${data}`, { b: (fate) => <b>{fate}</b> })}
              <small className="block text-13 text-ink-2">
                {text(data === "anonymized" ? "data.anonymized-why" : "data.personal-why")}
              </small>
            </th>
            <td className="ps-4 tabular-nums">
              {data === "anonymized" ? text("data.indefinitely") : erasure}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const panel =
  "group relative open:border open:border-line open:bg-raised open:px-5 open:pt-6 open:pb-5.5 " +
  "deck:open:px-7";

/** The button in the corner of the open panel; it is all that a closed panel shows. */
const toggle =
  "block w-fit list-none rounded-control group-open:absolute group-open:end-2 group-open:top-1.5 " +
  "[&::-webkit-details-marker]:hidden";

/** An entry of the timeline: a ring, and the dashes to the next entry. */
const stop =
  "relative ps-8.5 pb-5 last:pb-1 " +
  "before:absolute before:top-1 before:-bottom-1 before:start-2 before:w-1 before:text-mark last:before:hidden " +
  "before:bg-[repeating-linear-gradient(currentColor_0_12px,transparent_12px_22px)] " +
  "after:absolute after:top-1 after:start-0.5 after:size-4 after:rounded-full after:border-4 after:border-mark after:bg-raised";

/** The contact for help, at the same place in every step (WCAG 2.2, 3.2.6). */
export function Help() {
  const { rich } = usePage();
  return (
    <div className="mt-6 max-w-measure-46 text-15/body text-ink-2">
      {rich("help.write", {
        b: (question) => (
          <h2 className="text-15/body font-bold tracking-normal text-ink">{question}</h2>
        ),
        email: <Mailbox />,
      })}
      <p>{rich("help.privacy", { link: englishLink(`${pages.privacy.path}/`) })}</p>
    </div>
  );
}
