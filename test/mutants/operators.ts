// What is changed: the usual mutation operators, each in one place of one expression or statement.
import { chainLink, isFunction, type Node } from "./syntax.ts";

/** Replaces the text from `start` to `end`. */
export interface Mutation {
  operator: string;
  start: number;
  end: number;
  text: string;
}

/** What the surroundings say about an expression. */
export interface Place {
  /** It decides an `if`, a loop or a `?:`. */
  isTest: boolean;
  isLoopTest: boolean;
  /** It is what a function returns. */
  isReturned: boolean;
}

const SWAPPED: Record<string, readonly string[]> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "**": ["*"],
  "%": ["*"],
  "<<": [">>"],
  ">>": ["<<"],
  "&": ["|"],
  "|": ["&"],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
  "+=": ["-="],
  "-=": ["+="],
  "*=": ["/="],
  "++": ["--"],
  "--": ["++"],
};

const SWAPPED_METHODS: Record<string, string> = {
  every: "some",
  some: "every",
  startsWith: "endsWith",
  endsWith: "startsWith",
  padStart: "padEnd",
  padEnd: "padStart",
  toLowerCase: "toUpperCase",
  toUpperCase: "toLowerCase",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
};
/** Without the call its object remains. */
const REMOVED_METHODS = new Set(["filter", "slice", "sort", "reverse", "trim", "replace", "finally"]);

/** The first `^`, the last `$`, a `+`, a class of characters. */
const PATTERN_CHANGES: readonly (readonly [RegExp, string])[] = [
  [/^\^|(?<=[|(])\^/, ""],
  [/\$$/, ""],
  [/(?<!\\)\+/, ""],
  [/\\d/, "\\D"],
  [/\\s/, "\\S"],
];

const COMPARISONS = new Set(["<", "<=", ">", ">=", "===", "!==", "&&", "||"]);
const CONTAINERS = new Set(["ArrayExpression", "ObjectExpression"]);

export function mutationsOf(node: Node, source: string, place: Place): Mutation[] {
  const mutations = ownMutations(node, source);
  if (place.isTest)
    mutations.push(...conditionMutations(node, place.isLoopTest ? ["false"] : ["true", "false"]));
  else if (place.isReturned) mutations.push(...returnMutations(node));
  return mutations;
}

function ownMutations(node: Node, source: string): Mutation[] {
  switch (node.type) {
    case "LogicalExpression":
      return logicalMutations(node, source);
    case "BinaryExpression":
    case "AssignmentExpression":
      return isJoinedText(node) ? [] : swapOperator(node.operator, source, node.left.end, node.right.start);
    case "UpdateExpression":
      return swapOperator(node.operator, source, node.start, node.end);
    case "UnaryExpression":
      if (node.operator !== "!" && node.operator !== "-") return [];
      return [whole(node, "unary", source.slice(node.argument.start, node.argument.end))];
    case "Literal":
      return literalMutations(node);
    case "TemplateLiteral":
      return [whole(node, "string", '""')];
    case "ArrayExpression":
      return node.elements.length > 0 ? [whole(node, "array", "[]")] : [];
    case "ObjectExpression":
      return node.properties.length > 0 ? [whole(node, "object", "{}")] : [];
    case "CallExpression":
      return methodMutations(node, source);
    case "ChainExpression":
      return chainMutations(node, source);
    default:
      return [];
  }
}

function whole({ start, end }: Node, operator: string, text: string): Mutation {
  return { operator, start, end, text };
}

function isJoinedText({ operator, left, right }: Node): boolean {
  const isText = ({ type, value }: Node) => type === "TemplateLiteral" || typeof value === "string";
  return operator.startsWith("+") && (isText(left) || isText(right));
}

function swapOperator(operator: string, source: string, from: number, to: number): Mutation[] {
  const start = from + source.slice(from, to).indexOf(operator);
  const end = start + operator.length;
  return (SWAPPED[operator] ?? []).map((text) => ({ operator: "operator", start, end, text }));
}

/** Adds parentheses, because `??` must not be mixed with the others. */
function logicalMutations(node: Node, source: string): Mutation[] {
  const [left, right] = [node.left, node.right].map(({ start, end }) => source.slice(start, end));
  return (SWAPPED[node.operator] ?? []).map((other) =>
    whole(node, "operator", `(${left}) ${other} (${right})`),
  );
}

function literalMutations(node: Node): Mutation[] {
  if (node.regex) {
    const { pattern, flags } = node.regex as { pattern: string; flags: string };
    return PATTERN_CHANGES.map(([from, to]) => pattern.replace(from, to))
      .filter((changed) => changed !== pattern && changed !== "")
      .map((changed) => whole(node, "pattern", `/${changed}/${flags}`));
  }
  if (typeof node.value === "boolean") return [whole(node, "boolean", String(!node.value))];
  if (typeof node.value === "string") return [whole(node, "string", node.value === "" ? '"mutated"' : '""')];
  return [];
}

function methodMutations(node: Node, source: string): Mutation[] {
  const { callee } = node;
  if (callee.type !== "MemberExpression" || callee.computed) return [];
  const { start, end, name } = callee.property as Node;
  if (Object.hasOwn(SWAPPED_METHODS, name)) {
    return [{ operator: "method", start, end, text: SWAPPED_METHODS[name] ?? "" }];
  }
  // The object with the parentheses that it may have: it ends at the dot before the name.
  const object = source.slice(node.start, source.lastIndexOf(".", start)).replace(/\?$/, "");
  return REMOVED_METHODS.has(name) ? [whole(node, "method", object)] : [];
}

/** Replaces the chain as a whole: its links cannot be replaced on their own. */
function chainMutations(chain: Node, source: string): Mutation[] {
  const mutations: Mutation[] = [];
  for (let link = chainLink(chain); link !== null; link = chainLink(link)) {
    if (link.type === "CallExpression") mutations.push(...methodMutations(link, source));
    if (!link.optional) continue;
    const start = source.indexOf("?.", chainLink(link)?.end);
    const isNamed = link.type === "MemberExpression" && !link.computed;
    mutations.push({ operator: "chain", start, end: start + 2, text: isNamed ? "." : "" });
  }
  return mutations;
}

function returnMutations(node: Node): Mutation[] {
  if (isComparison(node)) return conditionMutations(node, ["true", "false"]);
  const isChangedAnyway = node.type.endsWith("Literal") || CONTAINERS.has(node.type) || isFunction(node);
  return isChangedAnyway || node.name === "undefined" ? [] : [whole(node, "return value", "undefined")];
}

function conditionMutations(node: Node, values: readonly string[]): Mutation[] {
  return typeof node.value === "boolean" ? [] : values.map((value) => whole(node, "condition", value));
}

function isComparison({ type, operator }: Node): boolean {
  return COMPARISONS.has(operator) && (type === "BinaryExpression" || type === "LogicalExpression");
}
