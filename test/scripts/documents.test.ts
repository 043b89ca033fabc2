// What the documents name is there: files, headings, and scripts of package.json. Runs in Node.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const DOCUMENTS = ["README.md", ...globSync(".github/**/*.md"), ...globSync("{src,test}/**/README.md")];
const scripts: Record<string, string> = JSON.parse(readFileSync("package.json", "utf8")).scripts;

/** As GitHub makes it of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\d\s_-]/gu, "")
    .replaceAll(" ", "-");
}

function anchorsOf(path: string): string[] {
  return Array.from(readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
    anchorOf(heading),
  );
}

function isThere(document: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const path = file === "" ? document : join(dirname(document), file);
  return existsSync(path) && (anchor === undefined || anchorsOf(path).includes(anchor));
}

describe.each(DOCUMENTS)("%s", (document) => {
  const text = readFileSync(document, "utf8");

  it("links to files and headings that there are", () => {
    const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => link);
    const relative = links.filter((link) => !/^(https?|mailto):/.test(link));
    expect(relative.filter((link) => !isThere(document, link))).toEqual([]);
  });

  it("names files and folders that there are", () => {
    const paths = text.match(/(?<![\w/.-])(src|test|migrations)\/[\w./{},*-]*[\w/*}]/g) ?? [];
    expect([...new Set(paths)].filter((path) => globSync(`${path}*`).length === 0)).toEqual([]);
  });

  it("names scripts that there are", () => {
    const names = Array.from(
      text.matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g),
      ([, name = ""]) => name,
    );
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });
});

it("the README is short", () => {
  expect(readFileSync("README.md", "utf8").split("\n").length - 1).toBeLessThanOrEqual(180);
});
