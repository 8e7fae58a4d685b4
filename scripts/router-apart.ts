import type { Plugin } from "vite";
import remixOptions from "../remix.config.js";

const BROWSER_ENTRY = /@remix-run\/react\/dist\/esm\/browser\.js$/;
const DIVIDED = /^(?:@remix-run\/router|\.\/(?:routes|single-fetch|fog-of-war)\.js)$/;
const ROUTER = /\/router\/dist\/router\.js\?router$/;
/** What of its module only Remix's browser entry uses. */
const ROUTER_ALONE = ["createRouter", "createBrowserHistory"];

/**
 * Conditions of Remix that are decided for every page: by its options (single fetch, no lazy discovery of routes), by
 * where they are asked (a browser streams no document), or because nothing here asks for it: no link prefetches or knows
 * that it is current, and no page is hydrated before its data are complete.
 */
const REMIX = /@remix-run\/react\/dist\/esm\//;
const DECIDED = [
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
 * Gives Remix's router, and what works for it, modules of their own, so that pages without the router do not load it: a
 * bundler divides no module. The browser entry imports copies (`?router`); the copy of the router imports from the
 * original what both need. What Remix's options switch off is left out of both.
 */
export function routerApart(): Plugin {
  const met = new Set<string>();
  return {
    name: "router-apart",
    apply: "build",
    enforce: "pre",
    async resolveId(source, importer = "", { ssr }) {
      const isForRouter = BROWSER_ENTRY.test(importer) || importer.endsWith("?router");
      if (ssr || !isForRouter || !DIVIDED.test(source)) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && `${found.id}?router`;
    },
    transform(code, id, { ssr } = {}) {
      if (ssr) return null;
      if (REMIX.test(id)) {
        const decided = DECIDED.reduce((text, [from, to]) => {
          if (text.includes(from)) met.add(from);
          return text.replaceAll(from, to);
        }, code);
        return { code: decided, map: null };
      }
      if (!ROUTER.test(id)) return null;
      const exported = new Map(
        [...(/^export \{(.*)\};$/m.exec(code)?.[1] ?? "").matchAll(/(\w+)(?: as (\w+))?/g)].map(
          ([, local = "", name = local]) => [local, name],
        ),
      );
      const shared: string[] = [];
      const own = code.replace(
        /^(?:class|function) (\w+).*\{(?:\}|\n[^]*?^\})$/gm,
        (whole, local: string) => {
          const name = exported.get(local);
          if (name === undefined || ROUTER_ALONE.includes(local)) return whole;
          shared.push(`${name} as ${local}`);
          return "";
        },
      );
      if (shared.length === 0) this.error("The router has another form");
      met.add("router");
      const original = JSON.stringify(id.replace("?router", ""));
      return { code: `import { ${shared.join(", ")} } from ${original};\n${own}`, map: null };
    },
    buildEnd(error) {
      if (error || this.environment.name !== "client" || met.size > DECIDED.length) return;
      this.error(
        `Remix has another form; what was found of it: ${[...met].join(", ") || "nothing"}`,
      );
    },
  };
}
