import { useEffect, useLayoutEffect } from "react";

/** React's `useLayoutEffect`, without the warning that it gives while it renders on the server. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
