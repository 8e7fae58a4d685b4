import { BellRing, RefreshCw, Zap, type LucideIcon } from "lucide-react";
import { benefits, type BenefitIcon } from "~/content/pulsegen";

const icons: Record<BenefitIcon, LucideIcon> = { alert: BellRing, bolt: Zap, loop: RefreshCw };

/** 'Why choose PulseGen?': three features. */
export function WhyPulseGen() {
  return (
    <ul className="pulsegen-benefits">
      {benefits.map(({ title, text, icon }) => {
        const Icon = icons[icon];
        return (
          <li key={title}>
            <Icon className="i" aria-hidden="true" />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        );
      })}
    </ul>
  );
}
