/**
 * The Remix options, kept in one place. `vite.config.ts` passes them to the plugin.
 * `v3_lazyRouteDiscovery` stays off: its `/__manifest` endpoint has open denial-of-service advisories.
 *
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_routeConfig: true,
    v3_lazyRouteDiscovery: false,
  },
};
