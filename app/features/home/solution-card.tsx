import { ArrowUpRight, Brain, Cpu, ScanEye, Smartphone } from "lucide-react";
import type { Solution } from "~/content/solutions";
import { NEW_TAB_NOTE } from "~/ui/external-link";

const icons = { brain: Brain, phone: Smartphone, eye: ScanEye, unit: Cpu } as const;

interface SolutionCardProps {
  solution: Solution;
  /** Its exit number, from 1. */
  exit: number;
  href: string;
}

/** One exit of the solutions: a sign that leads to the solution's document. */
export function SolutionCard({ solution, exit, href }: SolutionCardProps) {
  const Icon = icons[solution.icon];
  return (
    <a
      className="solution-card"
      href={href}
      target="_blank"
      rel="noopener"
      aria-describedby={NEW_TAB_NOTE}
      draggable={false}
    >
      <span className="sign-tab">EXIT {exit}</span>
      <Icon className="pictogram" aria-hidden="true" />
      <h3>{solution.title}</h3>
      <p>{solution.description}</p>
      <span className="go">
        Read the docs <ArrowUpRight className="i" aria-hidden="true" />
      </span>
    </a>
  );
}
