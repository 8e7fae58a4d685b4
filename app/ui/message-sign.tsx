/**
 * A variable message sign: text behind a mask of lamps, which is hard to read. Do not use it for information that is
 * needed to act. `className` sets size, tracking and padding.
 */
export function MessageSign({ lines, className }: { lines: string[]; className: string }) {
  return (
    <p
      className={`rounded-sign border border-steel bg-pit font-mono font-bold text-accent shadow-lamps ${className}`}
    >
      {lines.map((line) => (
        <span key={line} className="block lamps">
          {line}{" "}
        </span>
      ))}
    </p>
  );
}
