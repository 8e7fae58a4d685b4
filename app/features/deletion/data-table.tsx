import { dataClasses } from "~/content/account-deletion";
import { ErasureDate } from "./erasure-date";

/** What is deleted, what is kept, why and until when (the app store's rule for this page). */
export function DataTable({ erasedAt }: { erasedAt: number }) {
  return (
    <table className="data-table">
      <caption>What is deleted and what is kept</caption>
      <thead>
        <tr>
          <th scope="col">Data</th>
          <th scope="col">Kept until</th>
        </tr>
      </thead>
      <tbody>
        {dataClasses.map(({ what, fate, why, until }) => (
          <tr key={what}>
            <th scope="row">
              <b>{fate}:</b> {what}
              <small>{why}</small>
            </th>
            <td>{until === "erasure" ? <ErasureDate at={erasedAt} /> : "Indefinitely"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
