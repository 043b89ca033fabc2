// A list in an order that readers know, to which parts add.

export interface Listed {
  /** The name behind which it is listed; last without it, and where the part with that name is missing. */
  after?: string;
}

/** First the names that may stand anywhere: others may name them. */
export function addInOrder(list: string[], added: Readonly<Record<string, Listed>>): void {
  const rows = Object.entries(added);
  list.push(...rows.filter(([, { after }]) => after === undefined).map(([name]) => name));
  for (const [name, { after }] of rows) {
    if (after === undefined) continue;
    const index = list.indexOf(after);
    list.splice(index < 0 ? list.length : index + 1, 0, name);
  }
}
