import "@remix-run/server-runtime";

// With single fetch on, loaders' types reach the components as they are (dates stay dates).
declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}
