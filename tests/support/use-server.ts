import { afterAll } from "vitest";
import { startBuiltServer } from "./built-server";
import { FaultyUpstream } from "./faulty-upstream";

/** Where the contact form's service takes messages. */
export const SUBMIT = "/submit";

/** A message that the contact form takes. */
export const MESSAGE = {
  first_name: "Meera",
  last_name: "Iyer",
  email: "meera@example.com",
  message: "Hello",
};

/**
 * The built server before upstreams that do what a test file tells them; both end with the file.
 *
 * @param prepare tells the upstreams what to do from the server's first call on
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
