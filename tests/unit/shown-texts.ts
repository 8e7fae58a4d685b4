import ts from "typescript";
import type { ShownText } from "../../scripts/content/claim-problems";
import { sourceFiles, type SourceFile } from "../architecture/source-files";

/** What the public pages say stands here. The dashboard's and the deletion's figures are data. */
const FOLDERS = [
  "app/content",
  ...["blogs", "contact", "home", "privacy", "pulsegen", "referral", "scout", "shell"].map(
    (feature) => `app/features/${feature}`,
  ),
];

/** Fields and properties that nobody reads: addresses, names of files and pictures, figures drawn over films. */
const NOT_SHOWN = new Set([
  ...[
    "className",
    "style",
    "id",
    "key",
    "slug",
    "variable",
    "fallback",
    "path",
    "href",
    "to",
    "src",
  ],
  ...["icon", "icons", "logo", "portrait", "date", "telemetry", "marked", "labelSides", "margin"],
  ...["milepost", "number", "background_color", "theme_color"],
]);

/** What is read of an HTML or SVG element's own attributes. */
const SHOWN_ATTRIBUTES = new Set(["alt", "aria-label", "title", "placeholder", "content"]);

/** Lists whose entries are the company's own word unless they are marked as placeholders. */
const REPLACEABLE = ["articles.ts", "team.ts", "partners.ts"].map((file) => `app/content/${file}`);

/** Paths, colours, media queries and names of elements. */
const NO_WORDS = /^(?:[MLCSQTAHVZ\d\s.,-]{20,}|#[\da-f]{6}|\(.+: .+\)|h\d)$/i;

/** Every text of the public pages, as it stands in the source. */
export function shownTexts(): ShownText[] {
  return sourceFiles(...FOLDERS)
    .filter(({ path }) => path !== "app/content/claims.ts")
    .filter(({ path }) => path.startsWith("app/content/") || path.endsWith(".tsx"))
    .flatMap(textsOf);
}

/** The texts of one file: string literals, templates and what stands between tags. */
export function textsOf({ path, text }: SourceFile): ShownText[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: ShownText[] = [];
  function add(node: ts.Node, words: string): void {
    const shown = words.replace(/\s+/g, " ").trim();
    if (shown === "" || NO_WORDS.test(shown)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push({ file: path, line: line + 1, text: shown });
  }
  function visit(node: ts.Node): void {
    if (isCode(node) || isNotShown(node) || isOwnEntry(path, node)) return;
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) add(node, node.text);
    if (ts.isTemplateExpression(node)) {
      add(
        node,
        [node.head, ...node.templateSpans.map(({ literal }) => literal)]
          .map(({ text }) => text)
          .join(" "),
      );
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return found;
}

function isCode(node: ts.Node): boolean {
  return ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isInterfaceDeclaration(node);
}

function isNotShown(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node)) return NOT_SHOWN.has(node.name.getText());
  if (!ts.isJsxAttribute(node)) return false;
  const [attribute, element] = [node.name.getText(), node.parent.parent.tagName.getText()];
  const isOwn = /^[a-z]/.test(element);
  return isOwn ? !SHOWN_ATTRIBUTES.has(attribute) : NOT_SHOWN.has(attribute);
}

function isOwnEntry(path: string, node: ts.Node): boolean {
  if (!REPLACEABLE.includes(path) || !ts.isObjectLiteralExpression(node)) return false;
  return !node.properties.some(({ name }) => name?.getText() === "placeholder");
}
