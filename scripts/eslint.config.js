import tailwind from "eslint-plugin-better-tailwindcss";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";
import { ownClasses } from "./css-classes.js";

const root = `${import.meta.dirname}/..`;

/** Where classes stand: `className`, places handed to a piece, tables of variants, and constants named for a style. */
const CLASSES = [
  { kind: "attribute", name: "className|stripAt|buttonAt", match: [{ type: "strings" }] },
  {
    kind: "callee",
    name: "cva",
    match: [{ type: "strings" }, { type: "objectValues", path: "^variants" }],
  },
  { kind: "variable", name: "\\w*Style" },
];

export default tseslint.config(
  {
    ignores: [
      "build/",
      "node_modules/",
      ".data/",
      ".cache/",
      "public/",
      "tests/output/",
      "test-results/",
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: root },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-console": "error",
      eqeqeq: "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/only-throw-error": [
        "error",
        { allow: [{ from: "lib", name: "Response" }] },
      ],
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false } },
      ],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks, "jsx-a11y": jsxA11y },
    rules: { ...reactHooks.configs.recommended.rules, ...jsxA11y.configs.strict.rules },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    plugins: { tailwind },
    settings: {
      "better-tailwindcss": { cwd: root, entryPoint: "app/styles/app.css", selectors: CLASSES },
    },
    rules: {
      "tailwind/no-unknown-classes": ["error", { ignore: [`^(${ownClasses().join("|")})$`] }],
      "tailwind/no-conflicting-classes": "error",
      "tailwind/no-duplicate-classes": "error",
      "tailwind/no-restricted-classes": [
        "error",
        {
          restrict: [
            {
              pattern:
                "\\[(#|(rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\\()|^(\\S*:)?(bg|text|fill|stroke|decoration|accent|caret)-(\\[var|\\()",
              message: "A colour has a name in app/styles/theme.css.",
            },
          ],
        },
      ],
    },
  },
  {
    // Plain Node scripts talk to a person at a terminal.
    files: ["scripts/**", "server/main.js", "tests/bench/**"],
    rules: { "no-console": "off" },
  },
  { files: ["**/*.js"], extends: [tseslint.configs.disableTypeChecked] },
);
