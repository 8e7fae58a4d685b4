/**
 * A variable message sign: real text seen through a mask of lamps. Never for what must be read to act. `className` says
 * its size, tracking and room inside.
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
