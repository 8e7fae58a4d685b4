import { cva, type VariantProps } from "class-variance-authority";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

const frame = cva("relative w-58 @max-bar:w-auto @max-bar:min-w-0 @max-bar:flex-1", {
  variants: {
    opens: {
      list: "",
      // Firefox puts a calendar button of its own at the field's end, out of reach of any rule: it is cut off. The
      // ring is around the whole: in WebKit focus is in a part of the field, which is not the field's own.
      calendar: [
        "overflow-clip rounded-control border-control border-edge bg-raised",
        "focus-within:outline-3 focus-within:outline-offset-3 focus-within:outline-focus",
      ],
    },
  },
});

const icon = cva("pointer-events-none absolute size-5 flex-none stroke-icon text-ink-2", {
  variants: { opens: { list: "top-3.5 right-3.5", calendar: "top-3 right-3" } },
});

interface PickerFrameProps extends Required<VariantProps<typeof frame>> {
  Icon: LucideIcon;
  children: ReactNode;
}

/** Around a field that opens something to pick from, with an icon of it at the end. */
export function PickerFrame({ opens, Icon, children }: PickerFrameProps) {
  return (
    <div className={frame({ opens })}>
      {children}
      <Icon className={icon({ opens })} aria-hidden />
    </div>
  );
}
