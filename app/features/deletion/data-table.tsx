import { useMessages } from "~/features/shell/messages";
import { Moment } from "./moments";

const dataClasses = [
  { what: "data.profile", why: "data.personal-why", until: "erasure" },
  { what: "data.recordings", why: "data.personal-why", until: "erasure" },
  { what: "data.device", why: "data.personal-why", until: "erasure" },
  { what: "data.anonymized", why: "data.anonymized-why", until: "indefinitely" },
] as const;

/** The table of data that are deleted or kept, why and until when. The app store requires it. */
export function DataTable({ erasedAt }: { erasedAt: number | null }) {
  const messages = useMessages();
  return (
    <table className="mt-5.5 w-full text-15/body">
      <caption className="mb-2 text-start font-extrabold">{messages.text("data.caption")}</caption>
      <thead className="text-13 text-ink-2">
        <tr>
          <th className="w-3/5 pt-1 text-start wrap-anywhere" scope="col">
            {messages.text("data.data")}
          </th>
          <th className="ps-4 pt-1 text-start wrap-anywhere tabular-nums" scope="col">
            {messages.text("data.until")}
          </th>
        </tr>
      </thead>
      <tbody>
        {dataClasses.map(({ what, why, until }) => (
          <tr key={what} className="group/row">
            <th className={`text-start font-normal ${cell}`} scope="row">
              {messages.rich(what, { b: (fate) => <b>{fate}</b> })}
              <small className="block text-13 text-ink-2">{messages.text(why)}</small>
            </th>
            <td className={`ps-4 tabular-nums ${cell}`}>
              {until !== "erasure" ? (
                messages.text("data.indefinitely")
              ) : erasedAt === null ? (
                messages.text("lifecycle.after")
              ) : (
                <Moment at={erasedAt} form="day" className="inline-block" />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const cell =
  "border-b border-line py-2.25 align-top wrap-anywhere " +
  "group-last/row:border-b-0 group-last/row:pb-0";
