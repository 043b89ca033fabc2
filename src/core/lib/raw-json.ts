// Passes JSON through the service as the text that was received: parsing would reorder keys and round large numbers.

/** TypeScript's library does not have them yet: https://tc39.es/proposal-json-parse-with-source/ */
const { rawJSON, parse } = JSON as unknown as {
  rawJSON: (text: string) => object;
  parse: (
    text: string,
    reviver: (key: string, value: unknown, context: { source: string }) => unknown,
  ) => unknown;
};

/** JSON.parse, but an integer that no double counts exactly becomes its text. */
export function parseExact(text: string): unknown {
  return parse(text, (_key, value, { source }) =>
    typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value,
  );
}

/** Stands for raw JSON while the rest is written. No string can forge it: JSON.stringify escapes no letter. */
const PLACE = String.raw`"\u0061"`;
const place = rawJSON(PLACE);
/** The texts for the places, in the order in which they are written; null outside `stringify`. */
let texts: string[] | null = null;

/** JSON text that `stringify` writes unchanged. It must be valid JSON. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  /** Called by JSON.stringify, which alone would write the place instead of the text. */
  toJSON(): object {
    if (texts === null) throw new TypeError("RawJson is written by stringify only");
    texts.push(this.text);
    return place;
  }
}

/** An array of such texts as one of them: `stringify` then has one place to fill, not many. */
export function rawArray(items: readonly RawJson[]): RawJson {
  return new RawJson(`[${items.map(({ text }) => text).join(",")}]`);
}

/** JSON.stringify for data that contains RawJson. No string in the data can pass for RawJson. */
export function stringify(value: unknown): string {
  const written: string[] = [];
  texts = written;
  try {
    const [start = "null", ...parts] = JSON.stringify(value)?.split(PLACE) ?? [];
    return parts.reduce((text, part, index) => text + written[index] + part, start);
  } finally {
    texts = null;
  }
}
