// How a requirement ends that is not met, or cannot be checked.

export class Unmet extends Error {
  constructor(expected: string, seen: string) {
    super(`expected ${expected}, saw ${seen}`);
  }
}

export class Skipped extends Error {}

export function demand(isMet: boolean, expected: string, seen: unknown): asserts isMet {
  if (!isMet) throw new Unmet(expected, shown(seen));
}

export function demandEqual(seen: unknown, expected: unknown, what: string): void {
  demand(seen === expected, `${what} ${shown(expected)}`, seen);
}

const SHOWN_MAX = 200;

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}
