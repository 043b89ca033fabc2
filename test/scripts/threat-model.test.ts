// .github/SECURITY.md names what shows each control: all of it exists. Runs in Node.
import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const security = readFileSync(".github/SECURITY.md", "utf8");
const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

/** The first group of every match. */
const allIn = (text: string, pattern: RegExp) => [
  ...new Set(Array.from(text.matchAll(pattern), ([, found = ""]) => found)),
];

/** Bash reads braces so: `a/{b,c}` are two. */
function alternatives(span: string): string[] {
  const [, before = "", each, after = ""] = /^(.*)\{(.*)\}(.*)$/.exec(span) ?? [];
  return each === undefined ? [span] : each.split(",").map((one) => before + one + after);
}

const rows = security.split("\n").filter((line) => line.startsWith("|"));

describe("SECURITY.md", () => {
  it("names tests that exist", () => {
    const spans = rows.flatMap((row) => allIn(row.split("|").at(-2) ?? "", /`([a-z][\w/{},-]*)`/g));
    const tests = new Set(spans.flatMap(alternatives).map((name) => `test/${name}.test.ts`));
    expect(tests.size).toBeGreaterThanOrEqual(76);
    expect([...tests].filter((file) => !existsSync(file))).toEqual([]);
  });

  it("names commands that exist", () => {
    const names = allIn(security, /`npm run (\w+)/g);
    expect(names).toContain("attack");
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("is right that workflows use actions by commit", () => {
    const used = globSync(".github/workflows/*.yml").flatMap((file) =>
      allIn(readFileSync(file, "utf8"), /uses: (.+)/g),
    );
    expect(used.length).toBeGreaterThan(3);
    expect(used.filter((action) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  });

  it("names attacks that exist, and has all of them in the threat model", () => {
    const named = rows.flatMap((row) => allIn(row.split("|").at(-2) ?? "", /"([a-z ,]+)"/g));
    const existing = globSync("test/attack/*.attack.ts").flatMap((file) =>
      allIn(readFileSync(file, "utf8"), /^describe\("([a-z ]+)"/gm),
    );
    expect(existing.length).toBeGreaterThan(5);
    expect(new Set(named)).toEqual(new Set(existing));
  });
});
