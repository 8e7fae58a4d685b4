import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import ts from "typescript";

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  path: string;
  text: string;
}

export interface Import {
  /** Path from the root without extension for the product's own modules; a package's name otherwise. */
  target: string;
  own: boolean;
  /** Whether it vanishes at compile time. */
  typeOnly: boolean;
}

/** A package of its own, with its own dependencies once it has been used. */
const MEDIA = "scripts/media/";

/** Reads every source file under some folders. */
export function sourceFiles(...folders: string[]): SourceFile[] {
  return folders.flatMap(filesIn).map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name).replaceAll("\\", "/"))
    .filter((path) => /\.(ts|tsx|js)$/.test(path) && !path.endsWith(".d.ts"))
    .filter((path) => !path.startsWith(MEDIA))
    .sort();
}

/** Everything that a file imports, in whatever form. */
export function importsOf({ path, text }: SourceFile): Import[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: Import[] = [];
  function add(specifier: ts.Node | undefined, typeOnly: boolean): void {
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return;
    found.push({ ...resolve(path, specifier.text), typeOnly });
  }
  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, true);
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return found;
}

/** `import type …`, or every name in the braces marked `type`. */
function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { namedBindings } = clause;
  return (
    clause.name === undefined &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every((element) => element.isTypeOnly)
  );
}

function resolve(path: string, specifier: string): Pick<Import, "target" | "own"> {
  const bare = specifier.replace(/\?.*$/, "");
  if (bare.startsWith(".")) return { target: strip(posix.join(dirname(path), bare)), own: true };
  if (bare.startsWith("~/")) return { target: strip(`app/${bare.slice(2)}`), own: true };
  if (bare.startsWith("server/")) return { target: strip(bare), own: true };
  return { target: bare, own: false };
}

function strip(path: string): string {
  return path.replace(/\.(tsx?|js)$/, "");
}
