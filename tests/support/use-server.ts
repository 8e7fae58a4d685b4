import { afterAll } from "vitest";
import { startBuiltServer } from "./built-server";
import { FaultyUpstream } from "./faulty-upstream";

/** Path of the contact form's service. */
export const SUBMIT = "/submit";

/**
 * Starts the built server and its fake upstream for a test file; both end after the file's tests.
 *
 * @param prepare sets the upstream's behaviour before the server starts
 */
export async function useServer(
  env: Record<string, string> = {},
  prepare: (upstream: FaultyUpstream) => void = () => undefined,
) {
  const upstream = await FaultyUpstream.start();
  prepare(upstream);
  const form = { CONTACT_FORM_URL: upstream.origin + SUBMIT, CONTACT_FORM_ACCESS_KEY: "key" };
  const server = await startBuiltServer({ env: { ...upstream.settings, ...form, ...env } });
  afterAll(async () => {
    await server.kill();
    await upstream.stop();
  });
  return { upstream, server };
}
