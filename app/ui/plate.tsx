import { LogoMark } from "./logo";
import "./plate.css";

interface PlateProps {
  /** Three or four letters on the strip. */
  kind: string;
  /** What the text is, for assistive technology. */
  label: string;
  text: string;
}

/** A number plate: a text that identifies someone or something, however long. */
export function Plate({ kind, label, text }: PlateProps) {
  return (
    <p className="plate" data-length={lengthOf(text)}>
      <span className="plate-strip" aria-hidden="true">
        <LogoMark />
        {kind}
      </span>
      <span className="vh">{label} </span>
      <bdi className="plate-text">{text}</bdi>
    </p>
  );
}

function lengthOf(text: string): "short" | "medium" | "long" {
  if (text.length <= 12) return "short";
  return text.length <= 24 ? "medium" : "long";
}
