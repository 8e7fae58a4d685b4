/** Whether the server can be asked: a browser that says it is offline may still reach one on its own machine. */
export async function isReachable(): Promise<boolean> {
  if (navigator.onLine) return true;
  try {
    await fetch("/healthz", { method: "HEAD", cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}
