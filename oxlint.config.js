/** Recommended rules of typescript-eslint that need no type information. */
const SYNTAX = errors("typescript", [
  "ban-ts-comment",
  "no-array-constructor",
  "no-duplicate-enum-values",
  "no-empty-object-type",
  "no-explicit-any",
  "no-extra-non-null-assertion",
  "no-misused-new",
  "no-namespace",
  "no-non-null-asserted-optional-chain",
  "no-require-imports",
  "no-this-alias",
  "no-unnecessary-type-constraint",
  "no-unsafe-declaration-merging",
  "no-unsafe-function-type",
  "no-unused-expressions",
  "no-wrapper-object-types",
  "prefer-as-const",
  "prefer-namespace-keyword",
  "triple-slash-reference",
]);

/** Recommended rules of typescript-eslint that need type information. */
const TYPES = errors("typescript", [
  "await-thenable",
  "no-array-delete",
  "no-base-to-string",
  "no-duplicate-type-constituents",
  "no-floating-promises",
  "no-for-in-array",
  "no-implied-eval",
  "no-redundant-type-constituents",
  "no-unnecessary-type-assertion",
  "no-unsafe-argument",
  "no-unsafe-assignment",
  "no-unsafe-call",
  "no-unsafe-enum-comparison",
  "no-unsafe-member-access",
  "no-unsafe-return",
  "no-unsafe-unary-minus",
  "prefer-promise-reject-errors",
  "require-await",
  "restrict-plus-operands",
  "restrict-template-expressions",
  "unbound-method",
]);

/** The other rules of its strict set, without the two that forbid `return act();` in functions without a result. */
const STRICT = errors("typescript", [
  "no-deprecated",
  "no-dynamic-delete",
  "no-extraneous-class",
  "no-invalid-void-type",
  "no-meaningless-void-operator",
  "no-misused-spread",
  "no-mixed-enums",
  "no-non-null-assertion",
  "no-non-null-asserted-nullish-coalescing",
  "no-unnecessary-boolean-literal-compare",
  "no-unnecessary-condition",
  "no-unnecessary-template-expression",
  "no-unnecessary-type-arguments",
  "no-unnecessary-type-conversion",
  "no-unnecessary-type-parameters",
  "no-useless-default-assignment",
  "prefer-literal-enum-member",
  "prefer-reduce-type-parameter",
  "prefer-return-this-type",
  "related-getter-setter-pairs",
  "return-await",
  "unified-signatures",
  "use-unknown-in-catch-callback-variable",
]);

/** React's recommended rules: the rules of hooks, and the diagnostics of the React compiler. */
const REACT = errors("react", [
  "error-boundaries",
  "exhaustive-deps",
  "globals",
  "immutability",
  "incompatible-library",
  "preserve-manual-memoization",
  "purity",
  "refs",
  "rules-of-hooks",
  "set-state-in-effect",
  "set-state-in-render",
  "static-components",
  "unsupported-syntax",
  "use-memo",
]);

/** The strict set of jsx-a11y. */
const A11Y = errors("jsx-a11y", [
  "alt-text",
  "anchor-has-content",
  "anchor-is-valid",
  "aria-activedescendant-has-tabindex",
  "aria-props",
  "aria-proptypes",
  "aria-role",
  "aria-unsupported-elements",
  "autocomplete-valid",
  "click-events-have-key-events",
  "heading-has-content",
  "html-has-lang",
  "iframe-has-title",
  "img-redundant-alt",
  "label-has-associated-control",
  "media-has-caption",
  "mouse-events-have-key-events",
  "no-access-key",
  "no-autofocus",
  "no-distracting-elements",
  "no-interactive-element-to-noninteractive-role",
  "no-noninteractive-element-to-interactive-role",
  "no-noninteractive-tabindex",
  "no-redundant-roles",
  "role-has-required-aria-props",
  "role-supports-aria-props",
  "scope",
  "tabindex-no-positive",
]);

const TABBABLE_ROLES = ["button", "checkbox", "link", "progressbar", "searchbox", "slider"].concat([
  "spinbutton",
  "switch",
  "textbox",
]);

/** Event handlers that make an element interactive. */
const HANDLERS = [
  ...["Blur", "Focus", "KeyDown", "KeyPress", "KeyUp", "Click", "ContextMenu", "DblClick"],
  ...["DoubleClick", "Drag", "DragEnd", "DragEnter", "DragExit", "DragLeave", "DragOver"],
  ...["DragStart", "Drop", "MouseDown", "MouseEnter", "MouseLeave", "MouseMove", "MouseOut"],
  ...["MouseOver", "MouseUp"],
].map((event) => `on${event}`);

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
  plugins: ["typescript"],
  categories: { correctness: "off" },
  options: { typeAware: true, reportUnusedDisableDirectives: "error" },
  ignorePatterns: [
    "build",
    "node_modules",
    ".data",
    ".cache",
    "public",
    "scripts/media",
    "test-results",
  ],
  rules: {
    ...SYNTAX,
    eqeqeq: "error",
    "no-console": "error",
    "no-restricted-imports": ["error", REFUSED_IMPORTS],
    "typescript/consistent-type-imports": "error",
    "typescript/no-non-null-assertion": "error",
    // Without options, unused names that begin with `_` would be allowed.
    "typescript/no-unused-vars": ["error", {}],
  },
  overrides: [
    {
      files: ["**/*.{ts,tsx}"],
      rules: {
        ...TYPES,
        ...STRICT,
        "no-var": "error",
        "prefer-const": "error",
        "prefer-rest-params": "error",
        "prefer-spread": "error",
        "typescript/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
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
        "react/forbid-component-props": ["error", { forbid: KEYS_OF_SCROLLING }],
        ...REACT,
        ...A11Y,
        "jsx-a11y/interactive-supports-focus": ["error", { tabbable: TABBABLE_ROLES }],
        "jsx-a11y/no-noninteractive-element-interactions": [
          "error",
          {
            body: ["onError", "onLoad"],
            iframe: ["onError", "onLoad"],
            img: ["onError", "onLoad"],
          },
        ],
        "jsx-a11y/no-static-element-interactions": ["error", { handlers: HANDLERS }],
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
  ],
};

/**
 * @param {string} plugin
 * @param {string[]} rules
 * @returns {Record<string, "error">}
 */
function errors(plugin, rules) {
  return Object.fromEntries(rules.map((rule) => [`${plugin}/${rule}`, "error"]));
}
