declare module "virtual:remix/server-build" {
  export * from "@remix-run/dev/server-build";
  /** Declared as required here, because Remix always exports it. */
  export const basename: string;
}

declare module "@remix-run/react/dist/esm/errors.js" {
  export * from "@remix-run/react/dist/errors";
}

declare module "@remix-run/react/dist/esm/single-fetch.js" {
  export * from "@remix-run/react/dist/single-fetch";
}
