interface SlideCountProps {
  className: string;
  /** From 0. */
  index: number;
  count: number;
  /** It moves by itself just now: nobody asked, so nothing is read out. */
  moving?: boolean;
}

/** Where a carousel is. Its words are read out when a visitor moves it; the slides themselves are not. */
export function SlideCount({ className, index, count, moving = false }: SlideCountProps) {
  return (
    <span className={className} aria-live={moving ? "off" : "polite"}>
      {index + 1} / {count}
    </span>
  );
}
