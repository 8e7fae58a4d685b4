import type { Plugin } from "vite";

const NOTICE = /\/\*[*!](?:(?!\*\/)[\s\S])*@license[\s\S]*?\*\//g;

/** Writes each licence notice, which the minifier removes from the scripts, once into a file beside the scripts. */
export function licenseNotices(): Plugin {
  return {
    name: "license-notices",
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === "chunk" ? Object.values(file.modules) : [],
      );
      const notices = modules.flatMap(({ code }) => code?.match(NOTICE) ?? []);
      const source = [...new Set(notices)].join("\n\n");
      this.emitFile({ type: "asset", fileName: "assets/licenses.txt", source });
    },
  };
}
