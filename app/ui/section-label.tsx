interface SectionLabelProps {
  /** `03` for a stop of the header, `03.5` for what lies between two. */
  number: string;
  label: string;
  /** Off where no lane runs beside it. */
  ramp?: boolean;
}

/** The tag at a section's exit from the lane. */
export function SectionLabel({ number, label, ramp = true }: SectionLabelProps) {
  return (
    <p className="relative mb-7 flex items-center gap-2.5 font-mono text-13/none font-semibold tracking-widest text-ink-2 uppercase">
      {ramp && <Ramp />}
      <b className={number.includes(".") ? `${plate} ${tenth}` : `${plate} ${stop}`}>{number}</b>
      {label}
    </p>
  );
}

const plate = "rounded-xs px-2 pt-1.75 pb-1.25 text-15 font-bold tracking-normal tabular-nums";
const stop = "bg-accent text-asphalt";
const tenth = "text-accent-ink inset-ring";

/** From the lane to the tag. */
function Ramp() {
  return <span aria-hidden="true" className="ramp" />;
}
