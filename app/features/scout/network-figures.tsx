import { networkFigures } from "~/content/scout";

/** The stats band: a guide sign across the page. */
export function NetworkFigures() {
  return (
    <section className="scout-band" aria-label="What Scout has gathered">
      <div className="wrap">
        <dl className="sign">
          {networkFigures.map(({ value, label }) => (
            <div className="figure" key={label}>
              <dt className="k">{label}</dt>
              <dd className="v">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
