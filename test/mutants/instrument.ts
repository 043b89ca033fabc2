// Puts all mutants of a file into its code at once, each behind a switch. A run of the tests turns one of them on: no
// file is changed, and nothing is compiled again.
import { hashOf } from "./files.ts";
import { type Mutation, mutationsOf, type Place } from "./operators.ts";
import {
  chainLink,
  childrenOf,
  isDeclaration,
  isFunction,
  isLoop,
  type Node,
  nameOf,
  parse,
} from "./syntax.ts";

export interface Mutant {
  /**
   * The file, the text of the function or declaration, and a number: the id does not change with other parts of the
   * file.
   */
  id: string;
  file: string;
  line: number;
  lastLine: number;
  operator: string;
  original: string;
  description: Description;
}

/** What the change is, in words that outlive changes elsewhere in the file. No two mutants have the same. */
export interface Description {
  file: string;
  /** The name of the outermost function, method, field or variable; empty where there is none. */
  declaration: string;
  /** The changed lines of source in one. */
  before: string;
  after: string;
  /** Which one it is, when the same change can be made to several equal lines of the declaration: 1 is the first. */
  occurrence: number;
}

const NO_DECLARATION = { name: "", hash: "" };
const ELSEWHERE: Place = { isTest: false, isLoopTest: false, isReturned: false };

/** They stand in the first line of the file, so that line numbers stay as they are. */
const SWITCHES = [
  "const __state = () => (globalThis.__mutants ??= { active: null, hits: null, turns: 0 });",
  "const __isOn = (id) => { const state = __state(); state.hits?.add(id); return state.active === id; };",
  'const __turn = () => { if ((__state().turns += 1) > 1e6) throw new Error("endless loop"); };',
].join(" ");

export function instrument(file: string, source: string): { code: string; mutants: Mutant[] } {
  const instrumentation = new Instrumentation(file, source);
  const code = instrumentation.render(parse(source), ELSEWHERE);
  return { code: `${SWITCHES} ${code}`, mutants: instrumentation.mutants };
}

class Instrumentation {
  readonly mutants: Mutant[] = [];
  readonly #file: string;
  readonly #source: string;
  /** The outermost function, method, field or variable that is being rendered. */
  #declaration = NO_DECLARATION;
  /** Their keys are declaration and description. */
  readonly #counts = new Map<string, number>();

  constructor(file: string, source: string) {
    this.#file = file;
    this.#source = source;
  }

  /** The node's text with every mutant in it. A link of an optional chain is mutated with its chain. */
  render(node: Node, place: Place, isLink = false): string {
    if (this.#declaration !== NO_DECLARATION || !isDeclaration(node))
      return this.#render(node, place, isLink);
    this.#declaration = { name: nameOf(node), hash: hashOf(this.#source.slice(node.start, node.end)) };
    const text = this.#render(node, place, isLink);
    this.#declaration = NO_DECLARATION;
    return text;
  }

  #render(node: Node, place: Place, isLink: boolean): string {
    if (isProse(node)) return this.#source.slice(node.start, node.end);
    if (node.type === "BlockStatement") return this.#renderBlock(node, false);
    if (node.type === "SwitchCase") return this.#renderCase(node);
    const text = this.#renderParts(node, childrenOf(node), node.start, node.end, isLink);
    if (isLink) return text;
    return mutationsOf(node, this.#source, place).reduce((rest, mutation) => {
      const { start, end } = mutation;
      const mutated =
        this.#source.slice(node.start, start) + mutation.text + this.#source.slice(end, node.end);
      return `(__isOn("${this.#add(mutation)}") ? (${mutated}) : (${rest}))`;
    }, text);
  }

  /** The source from `start` to `end`, with the given parts rendered. */
  #renderParts(parent: Node, parts: readonly Node[], start: number, end: number, isLink = false): string {
    const link = isLink || parent.type === "ChainExpression" ? chainLink(parent) : null;
    let text = "";
    let position = start;
    for (const part of parts) {
      text += this.#source.slice(position, part.start) + this.#renderPart(parent, part, part === link);
      position = part.end;
    }
    return text + this.#source.slice(position, end);
  }

  #renderPart(parent: Node, part: Node, isLink: boolean): string {
    if (parent.body === part && isFunction(parent) && part.type === "BlockStatement") {
      return this.#renderBlock(part, true);
    }
    if (parent.body === part && isLoop(parent)) return `{ __turn(); ${this.render(part, ELSEWHERE)} }`;
    const isLoopTest = parent.test === part && isLoop(parent);
    const isTest = isLoopTest || (parent.test === part && parent.type !== "SwitchCase");
    const isReturned =
      parent.type === "ReturnStatement" ||
      (parent.type === "ArrowFunctionExpression" && parent.body === part);
    return this.render(part, { isTest, isLoopTest, isReturned }, isLink);
  }

  #renderBlock(block: Node, isFunctionBody: boolean): string {
    const statements = block.body as Node[];
    const inside = this.#renderStatements(block, statements, block.start + 1, block.end - 1);
    if (statements.length === 0 || callsSuper(statements)) return `{${inside}}`;
    const id = this.#add({ operator: "block", start: block.start, end: block.end, text: "{}" });
    return isFunctionBody
      ? `{ if (__isOn("${id}")) return; ${inside}}`
      : `{ if (!__isOn("${id}")) {${inside}} }`;
  }

  #renderCase(node: Node): string {
    const statements = node.consequent as Node[];
    const [first] = statements;
    if (first === undefined) return this.#renderParts(node, childrenOf(node), node.start, node.end);
    const label = this.#renderParts(node, node.test === null ? [] : [node.test], node.start, first.start);
    const inside = this.#renderStatements(node, statements, first.start, node.end);
    const id = this.#add({ operator: "case", start: first.start, end: node.end, text: "" });
    return `${label}if (!__isOn("${id}")) {${inside}}`;
  }

  /** Without the only statement of a block, the block would be empty, which is a mutant already. */
  #renderStatements(parent: Node, statements: readonly Node[], start: number, end: number): string {
    let text = "";
    let position = start;
    for (const statement of statements) {
      const rendered = this.#renderPart(parent, statement, false);
      text += this.#source.slice(position, statement.start);
      text += statements.length > 1 ? this.#removable(statement, rendered) : rendered;
      position = statement.end;
    }
    return text + this.#source.slice(position, end);
  }

  #removable(statement: Node, rendered: string): string {
    if (statement.type !== "ExpressionStatement" && statement.type !== "ThrowStatement") return rendered;
    const { start, end } = statement;
    const id = this.#add({ operator: "statement", start, end, text: "" });
    return `if (!__isOn("${id}")) {${rendered}}`;
  }

  /** Returns the id of the new mutant. */
  #add(mutation: Mutation): string {
    const { operator, start, end } = mutation;
    const { hash } = this.#declaration;
    const id = `${this.#file}#${hash}-${this.#count(hash)}`;
    const lineOf = (offset: number) => this.#source.slice(0, offset).split("\n").length;
    this.mutants.push({
      id,
      file: this.#file,
      line: lineOf(start),
      lastLine: lineOf(end),
      operator,
      original: oneLine(this.#source.slice(start, end)),
      description: this.#describe(mutation),
    });
    return id;
  }

  #describe({ start, end, text }: Mutation): Description {
    const lineStart = this.#source.lastIndexOf("\n", start - 1) + 1;
    const lineEnd = `${this.#source}\n`.indexOf("\n", end);
    const before = oneLine(this.#source.slice(lineStart, lineEnd));
    const after = oneLine(this.#source.slice(lineStart, start) + text + this.#source.slice(end, lineEnd));
    const change = { file: this.#file, declaration: this.#declaration.name, before, after };
    return { ...change, occurrence: this.#count(JSON.stringify(change)) };
  }

  #count(key: string): number {
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }
}

/** Texts for people, in log lines and in errors that are thrown, are not mutated. */
function isProse({ type, callee }: Node): boolean {
  if (type === "NewExpression") return callee.name === "Error";
  return type === "CallExpression" && callee.name === "log";
}

function callsSuper(statements: readonly Node[]): boolean {
  return statements.some(({ expression }) => expression?.callee?.type === "Super");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
