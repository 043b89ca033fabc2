// Biome's plugins see no comments: this reads the text. The generated src/sdk/wire has the words of the OpenAPI document.
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** A comment's first word, where it leaves the reader to guess the subject. A line below another `//` continues it. */
const FRAGMENT =
  /(?:\/\*\*?(?:\s*\*)?|\/\/(?<!^[ \t]*\/\/.*\n[ \t]*\/\/))[ \t]*(?:Of|Those|As|Likewise|Also)\b.*/gm;

const fragmentsIn = (text: string) => text.match(FRAGMENT) ?? [];

it("no comment of src and test begins as a fragment", () => {
  const files = globSync("{src,test}/**/*.ts").filter((file) => !/^src\/(sdk\/wire|assets)\//.test(file));
  expect(files.length).toBeGreaterThan(1600);
  const found = files.flatMap((file) =>
    fragmentsIn(readFileSync(file, "utf8")).map((comment) => `${file}: ${comment}`),
  );
  expect(found).toEqual([]);
});

it.each(["Of", "Those", "As", "Likewise", "Also"])("sees a comment that begins with %s", (word) => {
  const planted = [`// ${word} it.`, `/** ${word} it. */`, `/**\n * ${word} it.\n */`, `/* ${word} it. */`];
  for (const comment of planted) expect(fragmentsIn(`a();\n  ${comment}\nb();\n`)).toHaveLength(1);
  expect(fragmentsIn(`a(); // ${word} it.\n`)).toHaveLength(1);
  expect(fragmentsIn(`// It goes on.\n// ${word} it.\n/** The\n * ${word}. */\n// ${word}ten\n`)).toEqual([]);
});
