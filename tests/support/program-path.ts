import { existsSync } from "node:fs";

/** Folders in which package managers install programs. */
const FOLDERS = ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/opt/homebrew/bin"];

/** Programs that some tests start: their file names and Debian's packages. */
const PROGRAMS = {
  redis: { names: ["redis-server", "valkey-server"], packages: "redis-server" },
  haproxy: { names: ["haproxy"], packages: "haproxy" },
  promtool: { names: ["promtool"], packages: "prometheus" },
};

/**
 * The path of a program: the variable `NAME_PATH`, else a file in the usual folders; null when it is not installed, so
 * that what needs it is skipped.
 *
 * @throws where `STRICT` is set and the program is not installed
 */
export function programPath(name: keyof typeof PROGRAMS): string | null {
  const variable = `${name.toUpperCase()}_PATH`;
  const configured = process.env[variable];
  const { names, packages } = PROGRAMS[name];
  const usual = FOLDERS.flatMap((folder) => names.map((file) => `${folder}/${file}`));
  const path = (configured ? [configured] : usual).find((file) => existsSync(file)) ?? null;
  if (path === null && process.env.STRICT) {
    const advice = `Install it (on Debian: apt-get install ${packages}) or set ${variable}.`;
    throw new Error(`${name} is not installed. ${advice}`);
  }
  return path;
}
