/** What a failure's description lists: the codes, in a response for several statuses with the status before. */
export function codesIn(description: string): string[] {
  return Array.from(description.matchAll(/^- (?:\d+ )?`(\w+)`/gm), ([, code = ""]) => code);
}
