/** The most typing errors in a name that is still recognizable. */
const DISTANCE_MAX = 2;

/** The known name that was most likely meant, such as `callback_url` for `callbackUrl` or `calback_url`; or null. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(plain(name), plain(candidate)) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  if (best === undefined || best.distance > Math.min(DISTANCE_MAX, name.length / 3)) return null;
  return best.candidate;
}

/** Makes camelCase, kebab-case and snake_case equal. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, 64);
}

/** Levenshtein distance, a row of its table at a time. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [i, char] of [...left].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...right].entries()) {
      const substitution = (row[j] ?? 0) + (char === other ? 0 : 1);
      next.push(Math.min(substitution, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
