import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join, matchesGlob, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");
/** Its results are not committed: an interrupted run goes on with them where it ended. */
export const DATA_FOLDER = join(ROOT, ".mutants");

/** Paths are relative to the project and have forward slashes. Throws for a pattern that no file fits. */
export function findFiles(...patterns: string[]): string[] {
  const files = patterns.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: ROOT });
    if (found.length === 0) throw new Error(`no file fits ${pattern}`);
    return found.map((file) => file.replaceAll("\\", "/"));
  });
  return [...new Set(files)].filter((file) => patterns.some((pattern) => matchesGlob(file, pattern))).sort();
}

export function readText(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

export function hashOf(...texts: string[]): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text).update("\0");
  return hash.digest("hex").slice(0, 12);
}
