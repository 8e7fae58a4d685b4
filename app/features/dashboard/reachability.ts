/** Whether the server responds. @param within time limit in milliseconds */
export async function respondsWithin(within: number): Promise<boolean> {
  const signal = AbortSignal.timeout(within);
  const init = { method: "HEAD", cache: "no-store", signal } as const;
  const response = await fetch("/healthz", init).catch(() => null);
  return response?.ok === true;
}
