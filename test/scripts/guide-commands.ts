// The operators' commands, from the list of their tasks, and those that a document shows, in blocks and within the text.
import { OPERATOR_TASKS } from "../support/operator-tasks/tasks.ts";

const BLOCK = /^ *```bash\n([\s\S]*?)^ *```/gm;
const ANY_BLOCK = /^ *```[\s\S]*?^ *```/gm;
const REQUEST = /^(GET|POST|PUT|PATCH|DELETE) /;
const BEGINS_AS_COMMAND = /^([A-Z_]+=\S+ |… )*(npx|npm run|npm exec|node|admin|curl|openssl|adb|echo) /;

/** The bash blocks, as they are. */
export function blocksOf(document: string): string[] {
  return Array.from(document.matchAll(BLOCK), ([, block = ""]) => block);
}

/** Leaves out comments. What goes on in the next line is one. */
function linesOf(script: string): string[] {
  const lines = script.replaceAll(/\\\n\s*/g, "").split("\n");
  return lines.map((line) => line.replace(/(^|\s+)#( .*)?$/, "").trim()).filter((line) => line !== "");
}

const COMMANDS = OPERATOR_TASKS.flatMap(({ commands }) => commands);
const SCRIPTS = COMMANDS.filter((command) => !REQUEST.test(command));

export const LINES = [...new Set(SCRIPTS.flatMap(linesOf))];
/** By method and path. */
export const REQUESTS = [...new Set(COMMANDS.filter((command) => REQUEST.test(command)))];

/** Each command once. `name`: what it begins with, behind its variables. */
export function commandsOf(name: string): string[] {
  const isNamed = new RegExp(`^([A-Z_]+=\\S+ |… )*${name}( |$)`);
  return LINES.filter((command) => isNamed.test(command));
}

/** All commands of the list that have this text, as they are. */
export function scriptsWith(text: string): string[] {
  return SCRIPTS.filter((each) => each.includes(text));
}

/** The one command that has this text. */
export function scriptWith(text: string): string {
  const [script, ...others] = scriptsWith(text);
  if (script === undefined || others.length > 0) throw new Error(`not one command has ${text}`);
  return script;
}

/** A request by `curl` as one by `admin`, which the guide defines. */
export function withAdmin(line: string): string {
  if (!/^curl -s .*\$ADMIN"/.test(line)) return line;
  const headers = / -H (["'])(Authorization: Bearer \$ADMIN|Content-Type: application\/json)\1/g;
  return line.replace("curl -s", "admin").replaceAll(headers, "");
}

/** What a document tells operators to type, and the requests that it names: their paths may begin with `…`. */
export function shownIn(document: string): { lines: string[]; requests: string[] } {
  const spans = Array.from(document.replaceAll(ANY_BLOCK, "").matchAll(/`([^`]+)`/g), ([, span = ""]) =>
    span.replaceAll(/\s*\n\s*/g, " ").replaceAll("\\|", "|"),
  );
  const lines = spans.filter((span) => BEGINS_AS_COMMAND.test(span));
  return {
    lines: [...blocksOf(document).flatMap(linesOf), ...lines],
    requests: spans.filter((span) => REQUEST.test(span)),
  };
}
