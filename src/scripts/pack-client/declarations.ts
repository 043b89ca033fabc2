// Joins the compiler's declaration files into one with only what the public types mention. The files themselves import
// each other with `.ts`, which TypeScript before 5 does not read.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** It includes the JSDoc above. */
const DECLARATION =
  /^(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?(?:export )?(?:declare )?(?:type|interface|class|function|const) (\w+)/gm;
const REEXPORT = /^export (?:type )?\{([^}]*)\} from /gm;

/**
 * The entry may only re-export, name by name. Names must be unique across the files, and those of types
 * capitalized.
 */
export function bundleDeclarations(directory: string, entry: string): string {
  const read = (file: string) => readFileSync(join(directory, file), "utf8");
  const declarations = new Map<string, string>();
  for (const file of readdirSync(directory, { recursive: true, encoding: "utf8" }).sort()) {
    if (!file.endsWith(".d.ts") || file === entry) continue;
    for (const [name, text] of declarationsIn(read(file))) {
      if (declarations.has(name)) throw new Error(`two declarations are called ${name}`);
      declarations.set(name, text);
    }
  }
  const exported = [...read(entry).matchAll(REEXPORT)].flatMap(([, names = ""]) => namesIn(names));
  const needed = new Set(exported);
  for (const name of needed)
    for (const mentioned of (declarations.get(name) ?? "").match(/\b[A-Z]\w*/g) ?? [])
      if (declarations.has(mentioned)) needed.add(mentioned);
  const kept = [...declarations].filter(([name]) => needed.has(name)).map(([, text]) => text);
  return `${kept.join("")}export { ${exported.join(", ")} };\n`;
}

/** The compiler indents everything inside a declaration, so each reaches to where the next begins. */
function declarationsIn(source: string): [name: string, text: string][] {
  const starts = [...source.matchAll(DECLARATION)];
  return starts.map((match, i) => {
    const text = source.slice(match.index, starts[i + 1]?.index).replace(/^export \{\};\n/m, "");
    return [match[1] ?? "", text.replace(/^export (?=declare|type|interface)/m, "")];
  });
}

/** Reads a list such as `a, type B, `. */
function namesIn(list: string): string[] {
  const names = list.split(",").map((name) => name.trim().replace(/^type /, ""));
  return names.filter((name) => name !== "");
}
