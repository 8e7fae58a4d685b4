import { solutions } from "~/content/solutions";
import { SolutionCard } from "./solution-card";

/** The solutions as a row that scrolls: what the server sends, and all there is without scripts. */
export function SolutionsRow() {
  return (
    <ul className={rowStyle}>
      {solutions.map((solution, position) => (
        <li key={solution.title} className="w-106 flex-none snap-start max-sm:w-77.5">
          <SolutionCard solution={solution} exit={position + 1} place="row" />
        </li>
      ))}
    </ul>
  );
}

const rowStyle = [
  "relative flex h-[32.5rem] snap-x snap-proximity gap-6 overflow-x-auto pt-7.5 max-sm:h-[25rem] max-sm:gap-4",
  "max-lane:pr-6 max-lane:pl-12 max-sm:pt-0 max-sm:pr-4 max-sm:pl-7",
].join(" ");
