// One text for all spellings of the same JSON value. It is made from the text: parsing would round numbers, and drop the first
// of two members of one name.

/** A string, a number or literal, or one character of syntax, after white space. */
const TOKEN = /\s*("[^"\\]*(?:\\.[^"\\]*)*"|[^\s"{}[\],:]+|[{}[\],:])/y;
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/**
 * Members are sorted, numbers compared by their exact decimal values and strings by what they contain. An object in which a name
 * stands twice has no value that all readers agree on: it is left as it is written. `json` must be what JSON.parse accepts.
 */
export function canonicalJson(json: string): string {
  let at = 0;
  return value(next());

  function next(): string {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(json)?.[1];
    if (token === undefined) throw new SyntaxError("not JSON");
    at = TOKEN.lastIndex;
    return token;
  }

  function value(token: string): string {
    if (token === "{") return object(at - 1);
    if (token === "[") return array();
    return token.startsWith('"') ? string(token) : number(token);
  }

  function array(): string {
    const items: string[] = [];
    for (let token = next(); token !== "]"; token = next()) if (token !== ",") items.push(value(token));
    return `[${items.join()}]`;
  }

  function object(start: number): string {
    const members = new Map<string, string>();
    let isRepeated = false;
    for (let token = next(); token !== "}"; token = next()) {
      if (token === ",") continue;
      const name = string(token);
      isRepeated ||= members.has(name);
      next();
      members.set(name, value(next()));
    }
    if (isRepeated) return json.slice(start, at);
    const sorted = [...members.keys()].sort();
    return `{${sorted.map((name) => `${name}:${members.get(name)}`).join()}}`;
  }
}

function string(token: string): string {
  return JSON.stringify(JSON.parse(token));
}

/** The digits that count and a power of ten; literals are left as they are. */
function number(token: string): string {
  const [, sign = "", whole, fraction = "", exponent = "0"] = NUMBER.exec(token) ?? [];
  if (whole === undefined) return token;
  const digits = whole + fraction;
  let [start, end] = [0, digits.length];
  while (digits[start] === "0") start++;
  if (start === end) return "0";
  while (digits[end - 1] === "0") end--;
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - end);
  return `${sign}${digits.slice(start, end)}e${power}`;
}
