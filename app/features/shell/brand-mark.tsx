import { brandMarks } from "~/content/brand-marks";

/** A brand's mark of 24 x 24 in the text colour. The control around it needs an accessible name. */
export function BrandMark({ brand }: { brand: keyof typeof brandMarks }) {
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d={brandMarks[brand]} />
    </svg>
  );
}
