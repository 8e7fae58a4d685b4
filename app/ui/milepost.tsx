import "./milepost.css";

interface MilepostProps {
  /** `03` for a stop of the header, `03.5` for what lies between two. */
  number: string;
  label: string;
}

/** The tag at a section's exit from the lane. */
export function Milepost({ number, label }: MilepostProps) {
  return (
    <p className={number.includes(".") ? "milepost tenth" : "milepost"}>
      <b>{number}</b>
      {label}
    </p>
  );
}
