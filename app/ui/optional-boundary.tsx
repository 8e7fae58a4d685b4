import { Component, Suspense, type ReactNode } from "react";

interface OptionalProps {
  children: ReactNode;
  /** Stands in its place while it is on its way. */
  fallback?: ReactNode;
  /** Stands in its place for good when it cannot be fetched or drawn; nothing unless told. */
  without?: ReactNode;
}

/** Around a part that is fetched late: when it does not come, the page stands without it. */
export class OptionalBoundary extends Component<OptionalProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { children, fallback, without } = this.props;
    return this.state.failed ? without : <Suspense fallback={fallback}>{children}</Suspense>;
  }
}
