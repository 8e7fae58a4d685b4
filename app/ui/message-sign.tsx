/**
 * A variable message sign: text behind a mask of lamps, which is hard to read. Do not use it for information that is
 * needed to act. `className` sets size, tracking and padding.
 */
export function MessageSign({ lines, className }: { lines: string[]; className: string }) {
  return (
    <p
      className={`rounded-sign border border-steel bg-pit font-mono font-bold text-accent shadow-[inset_0_0_0_6px_var(--color-night),inset_0_0_0_7px_var(--color-case)] ${className}`}
    >
      {lines.map((line) => (
        <span key={line} className={lampsStyle}>
          {line}{" "}
        </span>
      ))}
    </p>
  );
}

/** A dot of light every 4 px. */
const lampsStyle = "block [mask:radial-gradient(black_56%,--alpha(black/28%)_70%)_0_0/4px_4px]";
