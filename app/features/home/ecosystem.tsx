import { ecosystem } from "~/content/ecosystem";
import { RoadSection } from "~/ui/road";

/** The six planned features of the points, in a table without gaps. */
export function Ecosystem() {
  return (
    <RoadSection id="ecosystem" exit={{ number: "06.3", label: "Ecosystem" }}>
      <h2>What we plan for points</h2>
      <ul className="mt-14 grid grid-cols-1 border-t border-l border-line sm:grid-cols-2 xl:grid-cols-3">
        {ecosystem.map(({ Icon, title, text }) => (
          <li key={title} className={fieldStyle}>
            <Icon className="mb-auto size-10 flex-none stroke-icon text-accent" />
            <h3 className="mt-14 text-24 max-sm:mt-7 xl:mt-13.5 xl:text-28">{title}</h3>
            <p className="mt-2 text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </RoadSection>
  );
}

const fieldStyle =
  "flex min-h-62 flex-col border-r border-b border-line px-8 pt-8 pb-10 max-sm:min-h-0 max-sm:px-6 max-sm:pt-6.5 " +
  "max-sm:pb-6";
