// Finds a member of JSON text as it was written: parsing would reorder keys and round large numbers.

/**
 * The text of a top-level member, byte for byte; the last one of that name, as in JSON.parse.
 * `json` must be an object that JSON.parse accepts. One pass without recursion, however deep it is nested.
 */
export function findMember(json: string, name: string): string | null {
  let found: string | null = null;
  let nameStart = json.indexOf('"');
  while (nameStart !== -1) {
    const nameEnd = closingQuote(json, nameStart) + 1;
    const valueStart = json.indexOf(":", nameEnd) + 1;
    const valueEnd = endOfValue(json, valueStart);
    if (JSON.parse(json.slice(nameStart, nameEnd)) === name) found = json.slice(valueStart, valueEnd).trim();
    nameStart = json.indexOf('"', valueEnd);
  }
  return found;
}

/** Index of the comma or brace that follows the value. */
function endOfValue(json: string, valueStart: number): number {
  let depth = 0;
  for (let i = valueStart; i < json.length; i++) {
    const char = json[i];
    if (char === '"') i = closingQuote(json, i);
    else if (char === "{" || char === "[") depth++;
    else if (depth === 0 && (char === "," || char === "}")) return i;
    else if (char === "}" || char === "]") depth--;
  }
  return json.length;
}

function closingQuote(json: string, openingQuote: number): number {
  let i = openingQuote + 1;
  while (i < json.length && json[i] !== '"') i += json[i] === "\\" ? 2 : 1;
  return i;
}

/** A string with the colon that makes it a name, or a bracket. */
const NAME_OR_BRACKET = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/g;

/** The paths of members whose names stand more than once in their objects, such as `metadata.a`. `json` must be valid. */
export function repeatedMembers(json: string): string[] {
  const repeated = new Set<string>();
  const open: { names: Set<string>; name: string }[] = [];
  for (const [token, text, colon] of json.matchAll(NAME_OR_BRACKET)) {
    if (token === "{" || token === "[") open.push({ names: new Set(), name: "" });
    else if (token === "}" || token === "]") open.pop();
    const inner = open.at(-1);
    if (text === undefined || colon === undefined || inner === undefined) continue;
    inner.name = JSON.parse(text);
    if (inner.names.has(inner.name)) repeated.add(pathOf(open));
    inner.names.add(inner.name);
  }
  return [...repeated];
}

function pathOf(open: readonly { name: string }[]): string {
  return open
    .map(({ name }) => name)
    .filter((name) => name !== "")
    .join(".");
}
