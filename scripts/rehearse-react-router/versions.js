/** What stands in for the packages of Remix: every version that the rehearsal installs is named here. */
const VERSION = "7.18.4";

/**
 * Packages that go, and what comes in their place.
 *
 * @type {{ kind: "dependencies" | "devDependencies", from: string, to?: [name: string, version: string] }[]}
 */
export const PACKAGES = [
  { kind: "dependencies", from: "@remix-run/express", to: ["@react-router/express", VERSION] },
  { kind: "dependencies", from: "@remix-run/node", to: ["@react-router/node", VERSION] },
  { kind: "dependencies", from: "@remix-run/react", to: ["react-router", VERSION] },
  { kind: "dependencies", from: "@remix-run/serve", to: ["@react-router/serve", VERSION] },
  { kind: "dependencies", from: "remix-toast", to: ["remix-toast", "4.0.0"] },
  { kind: "devDependencies", from: "@remix-run/dev", to: ["@react-router/dev", VERSION] },
  // Its functions are in `@react-router/dev/routes`.
  { kind: "devDependencies", from: "@remix-run/route-config" },
];

/** The official codemod that the upgrade guide names, and the program that fetches and runs it. */
export const CODEMOD = { name: "remix/2/react-router/upgrade", runner: "codemod@1.18.3" };
