import { BellRing, RefreshCw, Zap, type LucideIcon } from "lucide-react";
import { benefits, type BenefitIcon } from "~/content/pulsegen";
import { IconItem } from "~/ui/icon-item";

const icons: Record<BenefitIcon, LucideIcon> = { alert: BellRing, bolt: Zap, loop: RefreshCw };

/** 'Why choose PulseGen?': three features. */
export function WhyPulseGen() {
  return (
    <ul className="mt-14 grid gap-6 md:grid-cols-[repeat(3,1fr)] max-md:grid-cols-1 max-md:gap-9">
      {benefits.map(({ icon, ...benefit }) => (
        <IconItem key={benefit.title} Icon={icons[icon]} look="ruled" {...benefit} />
      ))}
    </ul>
  );
}
