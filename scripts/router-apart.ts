import type { Plugin } from "vite";
import remixOptions from "../remix.config.js";

const BROWSER_ENTRY = /@remix-run\/react\/dist\/esm\/browser\.js$/;
const COPIED = /^(?:@remix-run\/router|\.\/(?:routes|single-fetch|fog-of-war)\.js)$/;
const ROUTER = /\/router\/dist\/router\.js\?router$/;
/** Exports of the router's module that only Remix's browser entry uses. */
const ROUTER_ALONE = ["createRouter", "createBrowserHistory"];

/**
 * Conditions in Remix's code that are the same for every page, with their values: because of options (single fetch, no
 * lazy route discovery), because the code runs in a browser (which streams no document), or because the site does not
 * use the feature: no link prefetches or marks itself as current, and no page is hydrated before its data are complete.
 */
const REMIX = /@remix-run\/react\/dist\/esm\//;
const CONDITIONS = [
  ['typeof singleFetch === "function"', String(remixOptions.future?.v3_singleFetch)],
  ["future.v3_lazyRouteDiscovery === true", String(remixOptions.future?.v3_lazyRouteDiscovery)],
  ["future.v3_singleFetch ? undefined", `${remixOptions.future?.v3_singleFetch} ? undefined`],
  ['typeof __remixContext === "object" && __remixContext.a', "false"],
  ["context.future.v3_singleFetch && context.serverHandoffStream", "false"],
  ["shouldPrefetch && !isAbsolute", "false"],
  ["isPageLinkDescriptor(link) ?", "false ?"],
  ['NavLink.displayName = "NavLink";', ""],
  ["usePrefetchBehavior(prefetch, props)", "[false, null, {}]"],
  ['route.id === "root" ? RemixRootDefaultHydrateFallback : undefined', "undefined"],
] as const;

/**
 * Moves Remix's router, and the code that only the router needs, into separate modules, so that pages without the
 * router do not load it: a bundler cannot split a module. The browser entry imports copies (`?router`); the router's
 * copy imports shared code from the original. Code for conditions that are never true is removed from both.
 */
export function routerApart(): Plugin {
  const matched = new Set<string>();
  return {
    name: "router-apart",
    apply: "build",
    enforce: "pre",
    async resolveId(source, importer = "", { ssr }) {
      const isForRouter = BROWSER_ENTRY.test(importer) || importer.endsWith("?router");
      if (ssr || !isForRouter || !COPIED.test(source)) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved && `${resolved.id}?router`;
    },
    transform(code, id, { ssr } = {}) {
      if (ssr) return null;
      if (REMIX.test(id)) {
        const simplified = CONDITIONS.reduce((text, [from, to]) => {
          if (text.includes(from)) matched.add(from);
          return text.replaceAll(from, to);
        }, code);
        return { code: simplified, map: null };
      }
      if (!ROUTER.test(id)) return null;
      const exported = new Map(
        [...(/^export \{(.*)\};$/m.exec(code)?.[1] ?? "").matchAll(/(\w+)(?: as (\w+))?/g)].map(
          ([, local = "", name = local]) => [local, name],
        ),
      );
      const shared: string[] = [];
      const source = code.replace(
        /^(?:class|function) (\w+).*\{(?:\}|\n[^]*?^\})$/gm,
        (whole, local: string) => {
          const name = exported.get(local);
          if (name === undefined || ROUTER_ALONE.includes(local)) return whole;
          shared.push(`${name} as ${local}`);
          return "";
        },
      );
      if (shared.length === 0) this.error("The router has another form");
      matched.add("router");
      const original = JSON.stringify(id.replace("?router", ""));
      return { code: `import { ${shared.join(", ")} } from ${original};\n${source}`, map: null };
    },
    buildEnd(error) {
      if (error || this.environment.name !== "client" || matched.size > CONDITIONS.length) return;
      this.error(
        `Remix has another form; what was found of it: ${[...matched].join(", ") || "nothing"}`,
      );
    },
  };
}
