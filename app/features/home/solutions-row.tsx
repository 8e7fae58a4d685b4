import type { ReactElement } from "react";

/** The solutions as a row that scrolls: what the server sends, and all there is without scripts. */
export function SolutionsRow({ cards }: { cards: readonly ReactElement[] }) {
  return (
    <ul className="deck-row">
      {cards.map((card) => (
        <li key={card.key}>{card}</li>
      ))}
    </ul>
  );
}
