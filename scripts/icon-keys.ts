import type { Plugin } from "vite";

const ICON = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/;

/**
 * Numbers the parts of lucide's icons, which come with random letters as React keys: nothing else in them
 * compresses so badly, and they are a third of a kilobyte of the home page's scripts.
 */
export function iconKeys(): Plugin {
  return {
    name: "icon-keys",
    transform(code, id) {
      if (!ICON.test(id)) return null;
      let part = 0;
      return { code: code.replace(/(?<=\bkey: ")\w+(?=")/g, () => String(part++)), map: null };
    },
  };
}
