import ts from "typescript";
import type { SourceFile } from "./source-files";

/** A class as it stands in the code of a component. */
export interface UsedClass {
  path: string;
  line: number;
  name: string;
}

/** Attributes that take classes: `className`, and places handed to a piece (`stripAt`). */
const TAKES_CLASSES = /^(className|[a-z]+At)$/;

/**
 * Every class that components give to elements: in attributes, in tables of variants, and in the constants that
 * either names, wherever these stand. Parts that are put together at run time are not followed.
 */
export function usedClasses(files: readonly SourceFile[]): UsedClass[] {
  const sources = files.map(({ path, text }) =>
    ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
  );
  const constants = new Map(sources.map((source) => [source, constantsOf(source)]));
  const used = new Map<ts.Node, UsedClass[]>();

  function collect(node: ts.Node | undefined): void {
    if (node === undefined || used.has(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
      used.set(node, classesIn(node));
    } else if (ts.isConditionalExpression(node)) {
      [node.whenTrue, node.whenFalse].forEach(collect);
    } else if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      if (kind === ts.SyntaxKind.AmpersandAmpersandToken) collect(node.right);
      else if (!isComparison(kind)) [node.left, node.right].forEach(collect);
    } else if (ts.isIdentifier(node)) {
      collectConstant(node);
    } else if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
      collect(node.expression);
    } else if (ts.isCallExpression(node)) {
      // `[...].join(" ")`; what a function makes of its arguments is its own matter.
      if (ts.isPropertyAccessExpression(node.expression)) collect(node.expression.expression);
    } else if (ts.isPropertyAssignment(node)) {
      collect(node.initializer);
    } else if (!ts.isFunctionLike(node)) {
      ts.forEachChild(node, collect);
    }
  }

  function collectConstant(name: ts.Identifier): void {
    const here = constants.get(name.getSourceFile())?.get(name.text);
    if (here) return collect(here.initializer);
    for (const of of constants.values()) {
      const constant = of.get(name.text);
      if (constant && isExported(constant)) collect(constant.initializer);
    }
  }

  function visit(node: ts.Node): void {
    if (ts.isJsxAttribute(node) && ts.isIdentifier(node.name)) {
      if (TAKES_CLASSES.test(node.name.text)) collect(node.initializer);
    } else if (ts.isPropertyAssignment(node) || ts.isBindingElement(node)) {
      if (ts.isIdentifier(node.name) && TAKES_CLASSES.test(node.name.text))
        collect(node.initializer);
    } else if (ts.isCallExpression(node) && node.expression.getText() === "cva") {
      collect(node.arguments[0]);
      collect(variantsOf(node.arguments[1]));
    }
    ts.forEachChild(node, visit);
  }

  sources.forEach(visit);
  return [...used.values()].flat();
}

function constantsOf(source: ts.SourceFile): Map<string, ts.VariableDeclaration> {
  const found = new Map<string, ts.VariableDeclaration>();
  function visit(node: ts.Node): void {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      found.set(node.name.text, node);
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return found;
}

function isExported(constant: ts.VariableDeclaration): boolean {
  return (ts.getCombinedModifierFlags(constant) & ts.ModifierFlags.Export) !== 0;
}

function variantsOf(options: ts.Expression | undefined): ts.Expression | undefined {
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return undefined;
  const variants = options.properties.find((property) => property.name?.getText() === "variants");
  return variants && ts.isPropertyAssignment(variants) ? variants.initializer : undefined;
}

function isComparison(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.LessThanToken && kind <= ts.SyntaxKind.ExclamationEqualsEqualsToken;
}

function classesIn(literal: ts.StringLiteralLike | ts.TemplateLiteralToken): UsedClass[] {
  const source = literal.getSourceFile();
  const line = source.getLineAndCharacterOfPosition(literal.getStart()).line + 1;
  return literal.text
    .split(/\s+/)
    .filter((name) => name !== "")
    .map((name) => ({ path: source.fileName, line, name }));
}
