// A list in an order that readers know, to which parts add.

export interface Listed {
  /**
   * The name behind which it is listed; last without it, and where the part with that name is missing. That the whole service
   * has a row of that name, test/unit/main/parts.test.ts checks.
   */
  after?: string;
}

/** Adds rows under new names. Throws for another: neither a part nor the sandbox replaces what is there. */
export function addRows<List extends object>(list: List, ...added: readonly (object | undefined)[]): List {
  for (const [name, row] of added.flatMap((rows) => Object.entries(rows ?? {}))) {
    if (Object.hasOwn(list, name)) throw new Error(`${name} is in the list already`);
    Object.assign(list, { [name]: row });
  }
  return list;
}

/** First the names that may stand anywhere: others may name them. */
export function addInOrder(list: string[], added: Readonly<Record<string, Listed>>): void {
  const rows = Object.entries(added);
  const doubled = rows.find(([name]) => list.includes(name));
  if (doubled !== undefined) throw new Error(`${doubled[0]} is in the list already`);
  list.push(...rows.filter(([, { after }]) => after === undefined).map(([name]) => name));
  for (const [name, { after }] of rows) {
    if (after === undefined) continue;
    const index = list.indexOf(after);
    list.splice(index < 0 ? list.length : index + 1, 0, name);
  }
}
