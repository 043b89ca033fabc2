// An operator can look up every log event and every metric in the guide. Runs in Node.
import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const GUIDE = readFileSync(".github/OPERATING.md", "utf8");
const SOURCES = globSync("src/**/*.ts", { exclude: ["src/scripts/**", "src/pages/browser/**"] }).map((path) =>
  readFileSync(path, "utf8"),
);

function namesIn(sources: readonly string[], pattern: RegExp): string[] {
  const found = sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name = ""]) => name));
  return [...new Set(found)].sort();
}

describe("the operators' guide", () => {
  it.each(namesIn(SOURCES, /\blog\([^,()]*,\s*"([a-z_.]+)"/g))("names the log event %s", (event) => {
    expect(GUIDE).toContain(`\`${event}\``);
  });

  it.each(namesIn(SOURCES, /"(payments_[a-z_]+)"/g))("names the metric %s", (metric) => {
    expect(GUIDE).toMatch(new RegExp(`\`${metric}[\`{]`));
  });
});
