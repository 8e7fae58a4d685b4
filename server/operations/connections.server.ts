import type { Logger } from "../process/logger.server";
import { openConnection } from "../upstream/open-connection.server";
import { errorCode } from "../upstream/upstream-error.server";

/** How often the connections are tried. */
const EVERY_MS = 60_000;

/** Whether an upstream took a connection at the last try. */
export interface Connection {
  at: string;
  ok: boolean;
  cause?: string | undefined;
}

export type Connections = ReturnType<typeof watchConnections>;

/**
 * Tries every minute whether upstreams take a connection. Only visitors' calls would tell it otherwise, and at night
 * there are none.
 *
 * @param addresses of the upstreams, by name
 * @param onFailure called after each try that failed
 */
export function watchConnections(
  addresses: Record<string, () => Promise<string>>,
  timeoutMs: number,
  logger: Pick<Logger, "info" | "warn">,
  onFailure: (upstream: string, seconds: number) => void,
) {
  const states: Record<string, Connection> = {};

  async function check(upstream: string, address: () => Promise<string>): Promise<void> {
    const started = performance.now();
    const failure = await address()
      .then((url) => openConnection(url, timeoutMs))
      .then(
        () => null,
        (error: Error) => error,
      );
    const ok = failure === null;
    const cause = ok ? undefined : (errorCode(failure.cause) ?? "no answer");
    const isNews = ok !== (states[upstream]?.ok ?? true);
    if (isNews) logger[ok ? "info" : "warn"]({ upstream, ok, cause }, "upstream: connection");
    states[upstream] = { at: new Date().toISOString(), ok, cause };
    if (ok) return;
    onFailure(upstream, (performance.now() - started) / 1000);
    throw failure;
  }

  const checks = Object.entries(addresses).map(
    ([name, address]) => [name, () => check(name, address)] as const,
  );
  const tryAll = () => Promise.allSettled(checks.map(([, tryNow]) => tryNow()));
  setInterval(() => void tryAll(), EVERY_MS).unref();
  return {
    /** Per upstream a function that tries it now, and throws an UpstreamError when it takes no connection. */
    checks: Object.fromEntries(checks),
    /** The last try of each upstream that was tried. */
    states: states as Readonly<typeof states>,
  };
}
