import { existsSync } from "node:fs";

/**
 * @typedef {object} EngineNeeds
 * @property {string} variable names the program where it is somewhere else
 * @property {string[]} usual where the program is, the first that exists
 * @property {string[]} [besides] what it cannot do without
 * @property {string} packages what Debian calls all of it, with what plays films
 */

/** The browser engines that are visited besides Chromium, by their projects in tests/engines. */
const ENGINES = {
  /** @type {EngineNeeds} */
  firefox: {
    variable: "FIREFOX_PATH",
    usual: [
      "/usr/bin/firefox-esr",
      "/usr/bin/firefox",
      "/Applications/Firefox.app/Contents/MacOS/firefox",
    ],
    packages: "firefox-esr",
  },
  /** @type {EngineNeeds} */
  webkit: {
    variable: "WEBKIT_DRIVER_PATH",
    usual: ["/usr/bin/WebKitWebDriver"],
    besides: ["/usr/bin/Xvfb"],
    packages:
      "webkit2gtk-driver xvfb libgl1-mesa-dri gstreamer1.0-libav gstreamer1.0-plugins-good gstreamer1.0-plugins-bad",
  },
};

/** @typedef {keyof typeof ENGINES} EngineName */

export const ENGINE_NAMES = /** @type {EngineName[]} */ (Object.keys(ENGINES));

/**
 * Where the program of an engine is.
 *
 * @param {EngineName} name
 * @returns {string | null} null when it, or what it needs, is not installed
 */
export function engineProgram(name) {
  const { variable, usual, besides = [] } = ENGINES[name];
  if (!besides.every((path) => existsSync(path))) return null;
  const given = process.env[variable];
  return (given ? [given] : usual).find((path) => existsSync(path)) ?? null;
}

/** What to do to have an engine, in a sentence. @param {EngineName} name */
export function howToInstall(name) {
  const { variable, packages } = ENGINES[name];
  return `Install it (on Debian: apt-get install ${packages}) or set ${variable}.`;
}
