import { existsSync } from "node:fs";

/** Folders in which package managers install programs. */
const FOLDERS = ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/opt/homebrew/bin"];

/** Programs that some tests start: their file names and Debian's packages. */
const PROGRAMS = {
  redis: { names: ["redis-server", "valkey-server"], packages: "redis-server" },
  haproxy: { names: ["haproxy"], packages: "haproxy" },
  promtool: { names: ["promtool"], packages: "prometheus" },
  firefox: { names: ["firefox-esr", "firefox"], packages: "firefox-esr" },
  webkit: {
    names: ["WebKitWebDriver"],
    packages:
      "webkit2gtk-driver xvfb libgl1-mesa-dri gstreamer1.0-libav gstreamer1.0-plugins-good gstreamer1.0-plugins-bad",
  },
};

/** @typedef {keyof typeof PROGRAMS} Program */

/**
 * Returns the path of a program: the variable `NAME_PATH`, else a file in the usual folders.
 *
 * @param {Program} name
 * @returns null when the program is not installed
 */
export function programPath(name) {
  const configured = process.env[variable(name)];
  const { names } = PROGRAMS[name];
  const usual = FOLDERS.flatMap((folder) => names.map((file) => `${folder}/${file}`));
  return (configured ? [configured] : usual).find((path) => existsSync(path)) ?? null;
}

/** Returns a message for each program that is not installed, with what to do. */
export function missingPrograms() {
  const names = /** @type {Program[]} */ (Object.keys(PROGRAMS));
  return names
    .filter((name) => !programPath(name))
    .map((name) => {
      const { packages } = PROGRAMS[name];
      return `what needs ${name}. Install it (on Debian: apt-get install ${packages}) or set ${variable(name)}.`;
    });
}

/** @param {Program} name */
const variable = (name) => `${name.toUpperCase()}_PATH`;
