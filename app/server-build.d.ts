declare module "virtual:remix/server-build" {
  export * from "@remix-run/dev/server-build";
  /** Remix always writes one. */
  export const basename: string;
}
