import ts from "typescript";
import type { ShownText } from "../../../../scripts/content/claim-problems";
import { classesAmong } from "../../../support/class-names";
import { sourceFiles, type SourceFile } from "../../../support/source-files";

/** Files without public texts: the dashboard shows data; helper functions, routes and entries contain dates and HTTP. */
const NOT_PUBLIC = /^app\/(?:features\/dashboard\/|lib\/|routes\/|[\w.]+$)/;

/** Catalogues of other languages, which translate the English texts. */
const TRANSLATION = /^app\/content\/catalogues\/(?!en\.)/;

/** Fields and properties that are not read as text: addresses, file and picture names, figures drawn over films. */
const NOT_SHOWN = new Set([
  ...["className", "style", "id", "key", "slug", "variable"],
  ...["fallback", "path", "href", "to", "src"],
  ...["icon", "icons", "logo", "portrait", "date", "telemetry", "margin"],
  ...["sectionNumber", "number", "background_color", "theme_color", "behavior", "rootMargin"],
  ...["width", "height", "minutes", "cx", "cy"],
]);

/** Attributes of HTML and SVG elements that are read as text. */
const SHOWN_ATTRIBUTES = new Set([
  ...["alt", "title", "placeholder", "content", "label", "value", "defaultValue"],
  ...["aria-label", "aria-description", "aria-roledescription", "aria-valuetext"],
]);

/** Lists whose entries are the company's own statements unless they are marked as placeholders. */
const REPLACEABLE = ["articles.ts", "team.ts", "partners.ts"].map((file) => `app/content/${file}`);

/** Literals without words: message ids, SVG paths, colours, media queries, selectors, custom properties, XML, cookies, times. */
const NO_WORDS =
  /^(?:[a-z-]+\.[a-z-]+|[MLCSQTAHVZ\d\s.,-]{20,}|#[\da-f]{6}|(?:(?: and )?\((?:min|max|hover|prefers)[a-z-]*: [\w-]+\))+|0px|reason-0|(?:(?:main )?h\d(?:, )?)+|var\(--[\w-]+\)|<(?:\?xml|rss|urlset) .*|= ; Path=.*|\d{4}-\d\d-\d\dT Z)$/i;

/** Returns every text of the public pages, as written in the source. */
export async function shownTexts(): Promise<ShownText[]> {
  const texts = sourceFiles("app")
    .filter(({ path }) => path !== "app/content/claims.ts")
    .filter(({ path }) => !NOT_PUBLIC.test(path) && !TRANSLATION.test(path))
    .flatMap(textsOf);
  // CSS class names look like words but are not displayed.
  const classes = await classesAmong(texts.flatMap(({ text }) => text.split(" ")));
  return texts.filter(({ text }) => !text.split(" ").every((word) => classes.has(word)));
}

/** Returns the texts of one file: string literals, template literals and JSX texts. */
export function textsOf({ path, text }: SourceFile): ShownText[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const texts: ShownText[] = [];
  function add(node: ts.Node, literal: string): void {
    const text = literal.replace(/\s+/g, " ").trim();
    if (text === "" || NO_WORDS.test(text)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    texts.push({ file: path, line: line + 1, text });
  }
  function visit(node: ts.Node): void {
    if (isCode(node) || isNotShown(node) || isOwnEntry(path, node)) return;
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) add(node, node.text);
    if (ts.isNumericLiteral(node) && isShownNumber(path, node)) add(node, node.text);
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
  return texts;
}

function isCode(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true;
  return ts.isInterfaceDeclaration(node) || isEventName(node);
}

function isEventName(node: ts.Node): boolean {
  if (!ts.isStringLiteral(node) || !ts.isCallExpression(node.parent)) return false;
  return /\.(?:add|remove)EventListener$/.test(node.parent.expression.getText());
}

/** Whether a number is content: a field of a list entry, or a number between tags. */
function isShownNumber(path: string, { parent }: ts.NumericLiteral): boolean {
  if (ts.isJsxExpression(parent)) return !ts.isJsxAttribute(parent.parent);
  return path.startsWith("app/content/") && ts.isPropertyAssignment(parent);
}

function isNotShown(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node)) return NOT_SHOWN.has(node.name.getText());
  if (!ts.isJsxAttribute(node)) return false;
  const [attribute, element] = [node.name.getText(), node.parent.parent.tagName.getText()];
  const isHtml = /^[a-z]/.test(element);
  return isHtml ? !SHOWN_ATTRIBUTES.has(attribute) : NOT_SHOWN.has(attribute);
}

function isOwnEntry(path: string, node: ts.Node): boolean {
  if (!REPLACEABLE.includes(path) || !ts.isObjectLiteralExpression(node)) return false;
  return !node.properties.some(({ name }) => name?.getText() === "placeholder");
}
