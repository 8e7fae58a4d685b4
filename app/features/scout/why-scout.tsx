import { CircleDot, Coins, Smartphone, Timer, Video, type LucideIcon } from "lucide-react";
import { reasons, type ReasonIcon } from "~/content/scout";

const icons: Record<ReasonIcon, LucideIcon> = {
  stream: Video,
  reward: Coins,
  quick: Timer,
  phone: Smartphone,
  button: CircleDot,
};

/** 'Why choose Scout': five cards, each sliding over the last while scrolling. */
export function WhyScout() {
  return (
    <ol className="mt-14 grid grid-cols-1">
      {reasons.map(({ title, text, icon }, index) => {
        const Icon = icons[icon];
        return (
          <li key={title} className={card}>
            <span
              className="text-64/none font-extrabold tracking-tight text-accent tabular-nums max-sm:text-36"
              aria-hidden="true"
            >
              {index + 1}
            </span>
            <h3 className="text-32 max-sm:text-21 max-sm:break-words">{title}</h3>
            <p className="max-w-measure-34 text-21/snug text-ink-2 max-deck:col-start-2 max-sm:text-17">
              {text}
            </p>
            <Icon
              className="size-11 justify-self-end max-deck:col-start-3 max-deck:row-start-1 max-sm:hidden"
              strokeWidth={1.5}
              aria-hidden="true"
            />
          </li>
        );
      })}
    </ol>
  );
}

/** Four columns on wide screens, three on tablets, two on phones; fixed where a whole card fits below the header. */
const card =
  "[@media(min-height:20rem)]:sticky top-24 -mb-px grid grid-cols-[120px_5fr_6fr_72px] items-center gap-6 border border-line bg-raised " +
  "px-9 pt-7.5 pb-6.5 first:bg-case max-deck:grid-cols-[64px_1fr_40px] " +
  "max-sm:grid-cols-[44px_minmax(0,1fr)] max-sm:gap-x-3.5 max-sm:gap-y-2.5 max-sm:px-5 max-sm:pt-6 max-sm:pb-5";
