import "./message-sign.css";

interface MessageSignProps {
  lines: readonly string[];
  className?: string;
}

/** A variable message sign: real text seen through a mask of lamps. Never for what must be read to act. */
export function MessageSign({ lines, className = "" }: MessageSignProps) {
  return (
    <p className={`message-sign ${className}`}>
      {lines.map((line) => (
        <span key={line}>{line} </span>
      ))}
    </p>
  );
}
