import { Car, Flame, Star, Ticket, Upload, Users } from "lucide-react";
import { ecosystem } from "~/content/ecosystem";
import { Milepost } from "~/ui/milepost";
import { RoadSection } from "~/ui/road-section";

const icons = {
  ticket: Ticket,
  upload: Upload,
  users: Users,
  flame: Flame,
  car: Car,
  star: Star,
} as const;

/** The six planned features of the points. */
export function Ecosystem() {
  return (
    <RoadSection id="ecosystem">
      <div className="page-wrap">
        <Milepost number="06.3" label="Ecosystem" />
        <h2>What we plan for points</h2>
        <ul className="mt-14 grid grid-cols-1 border-t border-l border-line sm:grid-cols-2 split:grid-cols-3">
          {ecosystem.map((point) => (
            <PlannedFeature key={point.title} {...point} />
          ))}
        </ul>
      </div>
    </RoadSection>
  );
}

function PlannedFeature({ icon, title, text }: (typeof ecosystem)[number]) {
  const Icon = icons[icon];
  return (
    <li className="flex flex-col border-r border-b border-line px-6 pt-6.5 pb-6 sm:min-h-62 sm:px-8 sm:pt-8 sm:pb-10">
      <Icon className="mb-auto size-10 flex-none text-accent" strokeWidth={1.5} aria-hidden />
      <h3 className="mt-7 text-[1.625rem] sm:mt-14">{title}</h3>
      <p className="mt-2 text-ink-2">{text}</p>
    </li>
  );
}
