import { startBuiltServer } from "../support/built-server";

/** Starts the built server that all engines visit and stores its origin in ENGINES_SITE. */
export default async function builtSite(): Promise<() => Promise<void>> {
  const site = await startBuiltServer();
  process.env.ENGINES_SITE = site.url;
  return () => site.kill();
}
