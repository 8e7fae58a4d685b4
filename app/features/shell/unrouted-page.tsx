import { RemixServer } from "@remix-run/react";
import { deserializeErrors } from "@remix-run/react/dist/esm/errors.js";
import { decodeViaTurboStream } from "@remix-run/react/dist/esm/single-fetch.js";
import type { ComponentProps, ReactElement } from "react";

export type PageContext = ComponentProps<typeof RemixServer>["context"];

/**
 * A page without Remix's router: the browser follows all links. `RemixServer` hydrates it, which rendered it on the
 * server and needs no router; that saves a sixth of the scripts. Call it once, in the browser.
 */
export async function unroutedPage(): Promise<ReactElement> {
  return <RemixServer context={await readPageContext()} url={window.location.href} />;
}

/** The page's data in the document, in the form that `RemixServer` needs. */
export async function readPageContext(): Promise<PageContext> {
  const { stream, future, isSpaMode, basename = "/" } = window.__remixContext;
  if (!stream) throw new Error("The document has no data");
  const { value } = await decodeViaTurboStream(stream, window);
  const {
    loaderData = {},
    actionData = null,
    errors = null,
  } = value as typeof window.__remixContext.state;
  const { pathname, search, hash } = window.location;
  const { __remixManifest: manifest, __remixRouteModules: loaded } = window;
  const context = {
    manifest,
    // The modules of other pages are not loaded, and none of them is rendered.
    routeModules: {
      ...Object.fromEntries(Object.keys(manifest.routes).map((id) => [id, {}])),
      ...loaded,
    },
    future,
    isSpaMode,
    staticHandlerContext: {
      basename,
      location: { pathname, search, hash, state: null, key: "default" },
      matches: Object.keys(loaded).map((id) => ({ route: { id }, params: {}, pathname })),
      loaderData,
      actionData,
      errors: deserializeErrors(errors),
    },
  };
  return context as unknown as PageContext; // all that `RemixServer` reads
}
