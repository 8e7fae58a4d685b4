/** Whether the server responds. @param within time limit in milliseconds */
export async function respondsWithin(within: number): Promise<boolean> {
  return (await headOf("/healthz", within))?.ok === true;
}

/** Status and ETag of an address; null without a response `within` milliseconds, and for a 5xx. */
export async function versionOf(address: string, within: number): Promise<string | null> {
  const response = await headOf(address, within);
  if (response === null || response.status >= 500) return null;
  return `${response.status} ${response.headers.get("ETag") ?? ""}`;
}

function headOf(address: string, within: number): Promise<Response | null> {
  const signal = AbortSignal.timeout(within);
  return fetch(address, { method: "HEAD", cache: "no-store", signal }).catch(() => null);
}
