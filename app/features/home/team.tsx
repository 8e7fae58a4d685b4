import { useState, type MouseEvent } from "react";
import { team, type TeamMember } from "~/content/team";
import { useSite } from "~/features/shell/site";
import { BrandIcon } from "~/ui/brand-icon";
import { ExternalLink } from "~/ui/external-link";
import { Milepost } from "~/ui/milepost";
import { RoadSection } from "~/ui/road-section";
import "./team.css";

/** Where a pointer hovers on a wide screen, hovering turns the card; a click would turn it back. */
const HOVER_TURNS = "(min-width: 768px) and (hover: hover)";

/** The four leaders, faces blurred as the product does, with a card that turns. */
export function Team() {
  const [flipped, setFlipped] = useState<number>();
  const turn = (position: number) => (event: MouseEvent) => {
    const byKeyboard = event.detail === 0;
    if (!byKeyboard && matchMedia(HOVER_TURNS).matches) return;
    setFlipped((current) => (current === position ? undefined : position));
  };
  return (
    <RoadSection id="team">
      <div className="wrap">
        <Milepost number="06.6" label="Team" />
        <h2>Who is driving</h2>
        <ul className="team">
          {team.map((member, position) => (
            <TeamCard
              key={member.name}
              member={member}
              flipped={flipped === position}
              onTurn={turn(position)}
            />
          ))}
        </ul>
      </div>
    </RoadSection>
  );
}

interface TeamCardProps {
  member: TeamMember;
  flipped: boolean;
  onTurn: (event: MouseEvent) => void;
}

function TeamCard({ member, flipped, onTurn }: TeamCardProps) {
  const { links } = useSite();
  return (
    <li className="member">
      <div className="member-card" data-flipped={flipped || undefined}>
        <div className="member-front">
          <img
            src={`/pictures/${member.portrait}.webp`}
            width={480}
            height={560}
            alt=""
            loading="lazy"
            decoding="async"
          />
          <span className="face brackets" aria-hidden="true">
            <span>face · blurred</span>
          </span>
        </div>
        <button
          type="button"
          className="member-turn scripted"
          aria-expanded={flipped}
          aria-label={`About ${member.name}`}
          onClick={onTurn}
        />
        <div className="member-back">
          <p className="role">{member.title}</p>
          <p>{member.description}</p>
          <ExternalLink
            className="link"
            href={links[member.linkedin]}
            aria-label={`Profile of ${member.name}`}
            arrow={false}
          >
            <BrandIcon name="linkedin" />
            Profile
          </ExternalLink>
        </div>
      </div>
      <h3>{member.name}</h3>
      <p className="role">{member.title}</p>
    </li>
  );
}
