import { BellRing, RefreshCw, Zap, type LucideIcon } from "lucide-react";
import { benefits, type BenefitIcon } from "~/content/pulsegen";
import { IconItem } from "~/ui/icon-item";

const icons: Record<BenefitIcon, LucideIcon> = { alert: BellRing, bolt: Zap, loop: RefreshCw };

/** 'Why choose PulseGen?': three features. */
export function WhyPulseGen() {
  return (
    <ul className="pulsegen-benefits">
      {benefits.map(({ icon, ...benefit }) => (
        <IconItem key={benefit.title} Icon={icons[icon]} {...benefit} />
      ))}
    </ul>
  );
}
