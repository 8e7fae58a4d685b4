import { Car, Flame, Star, Ticket, Upload, Users } from "lucide-react";
import { ecosystem } from "~/content/ecosystem";
import { IconItem } from "~/ui/icon-item";
import { SectionLabel } from "~/ui/section-label";
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
        <SectionLabel number="06.3" label="Ecosystem" />
        <h2>What we plan for points</h2>
        <ul className={fields}>
          {ecosystem.map(({ icon, ...point }) => (
            <IconItem key={point.title} Icon={icons[icon]} look="field" {...point} />
          ))}
        </ul>
      </div>
    </RoadSection>
  );
}

const fields = [
  "mt-14 grid grid-cols-1 border-t border-l border-line sm:grid-cols-2 split:grid-cols-3",
  "*:flex *:min-h-62 *:flex-col *:border-r *:border-b *:border-line *:px-8 *:pt-8 *:pb-10",
  "max-sm:*:min-h-0 max-sm:*:px-6 max-sm:*:pt-6.5 max-sm:*:pb-6",
].join(" ");
