import type { LucideIcon } from "lucide-react";

interface IconItemProps {
  Icon: LucideIcon;
  title: string;
  text: string;
  look: keyof typeof looks;
}

/** One point of a list: icon, heading, sentence. The list says how they stand. */
export function IconItem({ Icon, title, text, look }: IconItemProps) {
  return (
    <li className={looks[look].item}>
      <Icon
        className={`flex-none text-accent ${looks[look].icon}`}
        strokeWidth={1.5}
        aria-hidden="true"
      />
      <h3 className={looks[look].heading}>{title}</h3>
      <p className={`text-ink-2 ${looks[look].sentence}`}>{text}</p>
    </li>
  );
}

const looks = {
  /** Under a line of its own. */
  ruled: {
    item: "border-t border-edge pt-6.5",
    icon: "size-11",
    heading: "mt-16 mb-2.5 max-md:mt-6",
    sentence: "max-w-measure-30",
  },
  /** A field of a table without gaps, whose list draws the lines above and before. */
  field: {
    item: "flex min-h-62 flex-col border-r border-b border-line px-8 pt-8 pb-10 max-sm:min-h-0 max-sm:px-6 max-sm:pt-6.5 max-sm:pb-6",
    icon: "mb-auto size-10",
    heading: "mt-14 text-24 max-sm:mt-7 xl:mt-13.5 xl:text-28",
    sentence: "mt-2",
  },
} as const;
