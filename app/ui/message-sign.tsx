interface MessageSignProps {
  lines: readonly string[];
  /** Its size, tracking and room inside, where they differ. */
  className?: string;
}

/** A variable message sign: real text seen through a mask of lamps. Never for what must be read to act. */
export function MessageSign({
  lines,
  className = "px-8.5 py-7 text-heading/tight tracking-wide",
}: MessageSignProps) {
  return (
    <p className={`${signStyle} ${className}`}>
      {lines.map((line) => (
        <span key={line} className="block lamps">
          {line}{" "}
        </span>
      ))}
    </p>
  );
}

const signStyle =
  "rounded-sign border border-steel bg-pit shadow-lamps font-mono font-bold text-accent";
