import type { ComponentProps, KeyboardEvent, MouseEvent } from "react";

interface LinkButtonProps extends Omit<ComponentProps<"a">, "onClick" | "onKeyDown"> {
  href: string;
  onPress: () => void;
}

/** A button when scripts run, and without them a link that gets as far as HTML can. */
export function LinkButton({ href, onPress, children, ...anchor }: LinkButtonProps) {
  const press = (event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>) => {
    event.preventDefault();
    // In Safari a press gives no focus, and a dialog that it opens would not give any back.
    event.currentTarget.focus({ preventScroll: true });
    onPress();
  };
  return (
    <a
      href={href}
      role="button"
      onClick={press}
      onKeyDown={(event) => event.key === " " && press(event)}
      {...anchor}
    >
      {children}
    </a>
  );
}
