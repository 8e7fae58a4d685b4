declare module "virtual:remix/server-build" {
  export * from "@remix-run/dev/server-build";
  /** Declared as required here, because Remix always exports it. */
  export const basename: string;
}
