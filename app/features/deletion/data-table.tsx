import { dataClasses } from "~/content/account-deletion";
import { ErasureDate } from "./erasure-date";

/** What is deleted, what is kept, why and until when (the app store's rule for this page). */
export function DataTable({ erasedAt }: { erasedAt: number }) {
  return (
    <table className="mt-5.5 w-full text-15/normal">
      <caption className="mb-2 text-left font-extrabold">What is deleted and what is kept</caption>
      <thead className="text-13 text-ink-2">
        <tr>
          <th className="pt-1 text-left wrap-anywhere" scope="col">
            Data
          </th>
          <th className="pt-1 pl-4 text-left wrap-anywhere tabular-nums" scope="col">
            Kept until
          </th>
        </tr>
      </thead>
      <tbody>
        {dataClasses.map(({ what, fate, why, until }) => (
          <tr key={what} className={row}>
            <th className="text-left font-normal wrap-anywhere" scope="row">
              <b>{fate}:</b> {what}
              <small className="block text-13 text-ink-2">{why}</small>
            </th>
            <td className="pl-4 tabular-nums">
              {until === "erasure" ? <ErasureDate at={erasedAt} /> : "Indefinitely"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const row = "*:border-b *:border-line *:pt-2.5 *:pb-2 *:align-top last:*:border-b-0 last:*:pb-0";
