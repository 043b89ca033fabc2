// The syntax tree, with the few things that mutations need to know about it.
import { parseAst } from "vitest/node";

export interface Node {
  type: string;
  start: number;
  end: number;
  /** What each kind of node has besides, as ESTree names it. */
  // biome-ignore lint/suspicious/noExplicitAny: there are a hundred kinds
  [field: string]: any;
}

/** Fields that hold types, or the names and sources of imports: nothing in them runs. */
const NOT_CODE = new Set([
  ...["typeAnnotation", "returnType", "typeParameters", "typeArguments", "superTypeArguments", "implements"],
  ...["meta", "source", "specifiers", "attributes"],
]);
const TYPED_EXPRESSIONS = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);
const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);
const DECLARATIONS = new Set([
  "FunctionDeclaration",
  "VariableDeclaration",
  "MethodDefinition",
  "PropertyDefinition",
]);
const LOOPS = new Set(["ForStatement", "WhileStatement", "DoWhileStatement"]);

export function parse(source: string): Node {
  return parseAst(source, { lang: "ts" }) as unknown as Node;
}

/** The parts of a node that run, in the order of the text. */
export function childrenOf(node: Node): Node[] {
  if (node.type.startsWith("TS") && !TYPED_EXPRESSIONS.has(node.type)) return [];
  if (node.type === "TaggedTemplateExpression") return [node.tag, ...node.quasi.expressions];
  return Object.entries(node)
    .filter(([field]) => !NOT_CODE.has(field) && !isName(node, field))
    .flatMap(([, value]) => value)
    .filter(isNode)
    .sort((a, b) => a.start - b.start);
}

/** In `{ key: value }` and `object.property`, the name is no expression. */
function isName(node: Node, field: string): boolean {
  return (field === "key" || field === "property") && node.computed !== true;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** A function, method, field or variable that has a name. */
export function isDeclaration({ type }: Node): boolean {
  return DECLARATIONS.has(type);
}

/** Empty for variables that are taken out of a pattern. */
export function nameOf(declaration: Node): string {
  const { type, name = "" } = declaration.key ?? declaration.id ?? declaration.declarations[0].id;
  return type === "PrivateIdentifier" ? `#${name}` : name;
}

export function isFunction({ type }: Node): boolean {
  return FUNCTIONS.has(type);
}

export function isLoop({ type }: Node): boolean {
  return LOOPS.has(type);
}

/** What an optional chain such as `a?.b.c()` continues from: alone, it would not skip the rest of the chain. */
export function chainLink(node: Node): Node | null {
  switch (node.type) {
    case "ChainExpression":
    case "TSNonNullExpression":
      return node.expression;
    case "MemberExpression":
      return node.object;
    case "CallExpression":
      return node.callee;
    default:
      return null;
  }
}
