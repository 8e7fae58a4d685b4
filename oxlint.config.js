/** Forbidden imports. The answers in docs/advisories.md rely on their absence. */
const REFUSED_IMPORTS = {
  paths: [
    {
      name: "@remix-run/node",
      importNames: ["createFileSessionStorage"],
      message: "CVE-2025-61686: a session's id could lead out of the folder. Use cookie sessions.",
    },
  ],
  patterns: [
    {
      regex: "^(react-server-dom-|@vitejs/plugin-rsc)",
      message: "CVE-2026-53667: errors of server components redirect to any address.",
    },
  ],
};

const KEYS_OF_SCROLLING = ["getKey", "storageKey"].map((propName) => ({
  propName,
  message: "CVE-2026-21884: keys of ScrollRestoration are written into a script.",
}));

/** @type {import("oxlint").OxlintConfig} */
export default {
  plugins: ["typescript", "oxc"],
  categories: { correctness: "error" },
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: "error" },
  ignorePatterns: ["build", "node_modules", ".data", ".cache", "public", "scripts/media"],
  rules: {
    eqeqeq: "error",
    "no-console": "error",
    "no-restricted-imports": ["error", REFUSED_IMPORTS],
    "typescript/consistent-type-imports": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    // Without options, unused names that begin with `_` would be allowed.
    "no-unused-vars": ["error", {}],
    // Playwright's fixtures without dependencies take `{}`.
    "no-empty-pattern": "off",
    "no-control-regex": "off",
    "typescript/require-array-sort-compare": "off",
  },
  overrides: [
    {
      files: ["**/*.{ts,tsx}"],
      rules: {
        "no-var": "error",
        "prefer-const": "error",
        "typescript/no-deprecated": "error",
        "typescript/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
        "typescript/no-unnecessary-condition": "error",
        "typescript/no-unsafe-argument": "error",
        "typescript/no-unsafe-assignment": "error",
        "typescript/no-unsafe-call": "error",
        "typescript/no-unsafe-member-access": "error",
        "typescript/no-unsafe-return": "error",
        "typescript/only-throw-error": ["error", { allow: [{ from: "lib", name: "Response" }] }],
        "typescript/switch-exhaustiveness-check": "error",
      },
    },
    {
      files: ["app/**/*.{ts,tsx}"],
      plugins: ["react", "jsx-a11y"],
      rules: {
        // Some browsers lack APIs that TypeScript's types declare as always present.
        "typescript/no-unnecessary-condition": "off",
        // A role may be needed on another tag: a live region, a drawing, a toolbar.
        "jsx-a11y/prefer-tag-over-role": "off",
        "react/exhaustive-deps": "error",
        "react/forbid-component-props": ["error", { forbid: KEYS_OF_SCROLLING }],
        "react/rules-of-hooks": "error",
      },
    },
    {
      // Tests read variables that a callback has set. TypeScript does not know that the callback ran.
      files: ["tests/**"],
      rules: { "typescript/no-unnecessary-condition": "off" },
    },
    {
      // Node scripts print to a person's terminal.
      files: ["scripts/**", "server/main.js"],
      rules: { "no-console": "off" },
    },
    {
      // The types of plain JavaScript are too wide for these.
      files: ["**/*.js"],
      rules: {
        "typescript/no-misused-spread": "off",
        "typescript/restrict-template-expressions": "off",
      },
    },
  ],
};
