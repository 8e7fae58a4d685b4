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
    <ol className="scout-stack">
      {reasons.map(({ title, text, icon }, index) => {
        const Icon = icons[icon];
        return (
          <li key={title}>
            <span className="n" aria-hidden="true">
              {index + 1}
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
            <Icon className="i" aria-hidden="true" />
          </li>
        );
      })}
    </ol>
  );
}
