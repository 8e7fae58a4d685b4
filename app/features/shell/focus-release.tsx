import { useLocation } from "@remix-run/react";
import { Component } from "react";

/**
 * Takes the focus off a page that is about to be replaced by another. Chromium computes the style of the whole document
 * when the element with the focus is removed, which React does halfway between the old page and the new one.
 */
export function FocusRelease() {
  const { pathname } = useLocation();
  return <BeforeReplacement pathname={pathname} />;
}

/** Only class components are told before React changes the document. */
class BeforeReplacement extends Component<{ pathname: string }> {
  override getSnapshotBeforeUpdate({ pathname }: { pathname: string }): null {
    const focused = document.activeElement;
    if (pathname !== this.props.pathname && focused instanceof HTMLElement) focused.blur();
    return null;
  }

  /** Has to be there beside `getSnapshotBeforeUpdate`. */
  override componentDidUpdate(): void {}

  override render(): null {
    return null;
  }
}
