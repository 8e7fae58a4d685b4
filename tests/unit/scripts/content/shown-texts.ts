import ts from "typescript";
import type { ShownText } from "../../../../scripts/content/claim-problems";
import { classesAmong } from "../../../support/class-names";
import { sourceFiles, type SourceFile } from "../../../support/source-files";

/** The dashboard's figures are data; functions, routes and the entries of the application speak of dates and HTTP. */
const NOT_PUBLIC = /^app\/(?:features\/dashboard\/|lib\/|routes\/|[\w.]+$)/;

/** Other languages say what English says. */
const TRANSLATION = /^app\/content\/catalogues\/(?!en\.)/;

/** Fields and properties that nobody reads: addresses, names of files and pictures, figures drawn over films. */
const NOT_SHOWN = new Set([
  ...["className", "style", "id", "key", "slug", "variable"],
  ...["fallback", "path", "href", "to", "src"],
  ...["icon", "icons", "logo", "portrait", "date", "telemetry", "margin"],
  ...["sectionNumber", "number", "background_color", "theme_color", "behavior", "rootMargin"],
  ...["width", "height", "minutes", "cx", "cy"],
]);

/** What is read of an HTML or SVG element's own attributes. */
const SHOWN_ATTRIBUTES = new Set([
  ...["alt", "title", "placeholder", "content", "label", "value", "defaultValue"],
  ...["aria-label", "aria-description", "aria-roledescription", "aria-valuetext"],
]);

/** Lists whose entries are the company's own word unless they are marked as placeholders. */
const REPLACEABLE = ["articles.ts", "team.ts", "partners.ts"].map((file) => `app/content/${file}`);

/** Names of messages, paths, colours, media queries, names of elements and custom properties, XML, attributes of cookies, instants. */
const NO_WORDS =
  /^(?:[a-z-]+\.[a-z-]+|[MLCSQTAHVZ\d\s.,-]{20,}|#[\da-f]{6}|(?:(?: and )?\((?:min|max|hover|prefers)[a-z-]*: [\w-]+\))+|0px|reason-0|(?:(?:main )?h\d(?:, )?)+|var\(--[\w-]+\)|<(?:\?xml|rss|urlset) .*|= ; Path=.*|\d{4}-\d\d-\d\dT Z)$/i;

/** Every text of the public pages, as it stands in the source. */
export async function shownTexts(): Promise<ShownText[]> {
  const texts = sourceFiles("app")
    .filter(({ path }) => path !== "app/content/claims.ts")
    .filter(({ path }) => !NOT_PUBLIC.test(path) && !TRANSLATION.test(path))
    .flatMap(textsOf);
  // How things look is said in words that nobody reads.
  const classes = await classesAmong(texts.flatMap(({ text }) => text.split(" ")));
  return texts.filter(({ text }) => !text.split(" ").every((word) => classes.has(word)));
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
  return found;
}

function isCode(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true;
  return ts.isInterfaceDeclaration(node) || isNameOfEvent(node);
}

function isNameOfEvent(node: ts.Node): boolean {
  if (!ts.isStringLiteral(node) || !ts.isCallExpression(node.parent)) return false;
  return /\.(?:add|remove)EventListener$/.test(node.parent.expression.getText());
}

/** Numbers count where they are content: of an entry, or between tags. */
function isShownNumber(path: string, { parent }: ts.NumericLiteral): boolean {
  if (ts.isJsxExpression(parent)) return !ts.isJsxAttribute(parent.parent);
  return path.startsWith("app/content/") && ts.isPropertyAssignment(parent);
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
