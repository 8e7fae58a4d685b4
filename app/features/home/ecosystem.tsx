import { Car, Flame, Star, Ticket, Upload, Users } from "lucide-react";
import { ecosystem } from "~/content/ecosystem";
import { IconItem } from "~/ui/icon-item";
import { RoadSection } from "~/ui/road";

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
    <RoadSection id="ecosystem" exit={["06.3", "Ecosystem"]}>
      <h2>What we plan for points</h2>
      <ul className={fields}>
        {ecosystem.map(({ icon, ...point }) => (
          <IconItem key={point.title} Icon={icons[icon]} look="field" {...point} />
        ))}
      </ul>
    </RoadSection>
  );
}

const fields = "mt-14 grid grid-cols-1 border-t border-l border-line sm:grid-cols-2 xl:grid-cols-3";
