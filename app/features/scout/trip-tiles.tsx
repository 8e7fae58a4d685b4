import { tripTiles } from "~/content/scout";

/** One recorded trip in three figures. */
export function TripTiles() {
  return (
    <dl className="scout-tiles">
      {tripTiles.map(({ label, value, unit }) => (
        <div className="figure" key={label}>
          <dt className="k">{label}</dt>
          <dd className="v">
            {value} <small>{unit}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
