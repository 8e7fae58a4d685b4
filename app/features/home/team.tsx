import { useState, type MouseEvent } from "react";
import { team } from "~/content/team";
import { SectionLabel } from "~/ui/section-label";
import { RoadSection } from "~/ui/road-section";
import { TeamCard } from "./team-card";

/** Where a pointer hovers on a wide screen, hovering turns the card. */
const HOVER_TURNS = "(min-width: 768px) and (hover: hover)";

/** The four leaders, each with a card that turns. */
export function Team() {
  const [flipped, setFlipped] = useState<number>();
  const turn = (position: number) => (event: MouseEvent) => {
    const byKeyboard = event.detail === 0;
    // A click by a pointer would turn the card back; a screen reader's click comes without hovering.
    const turnedByHover = matchMedia(HOVER_TURNS).matches && event.currentTarget.matches(":hover");
    if (turnedByHover && !byKeyboard) return;
    setFlipped((current) => (current === position ? undefined : position));
  };
  return (
    <RoadSection id="team">
      <div className="page-wrap">
        <SectionLabel number="06.6" label="Team" />
        <h2>Who is driving</h2>
        <div className="@container mt-14">
          <ul className="grid grid-cols-4 gap-6 max-xl:grid-cols-2 max-sm:gap-x-3.5 max-sm:gap-y-7 @max-stack:grid-cols-1">
            {team.map((member, position) => (
              <li
                key={member.name}
                className="row-span-3 grid grid-cols-1 grid-rows-subgrid gap-y-0"
              >
                <TeamCard member={member} flipped={flipped === position} onTurn={turn(position)} />
                <h3 className="mt-4.5 text-21 max-sm:text-17">{member.name}</h3>
                <p className="mt-0.5 text-ink-2 max-sm:text-15/snug">{member.title}</p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </RoadSection>
  );
}
