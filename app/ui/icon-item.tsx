import type { LucideIcon } from "lucide-react";

interface IconItemProps {
  Icon: LucideIcon;
  title: string;
  text: string;
}

/** One point of a list: icon, heading, sentence. The list says how they stand. */
export function IconItem({ Icon, title, text }: IconItemProps) {
  return (
    <li>
      <Icon className="i" aria-hidden="true" />
      <h3>{title}</h3>
      <p>{text}</p>
    </li>
  );
}
