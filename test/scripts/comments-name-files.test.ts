// A comment's "see shards.ts" is neither compiled nor renamed with the file. Runs in Node.
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const SEEN = /\bsee ([\w./-]+\.ts)\b/g;

it("each file that a comment of src sends its reader to exists", () => {
  const files = globSync("src/**/*.ts");
  const seen = files.flatMap((file) =>
    Array.from(readFileSync(file, "utf8").matchAll(SEEN), ([, name]) => ({ file, name })),
  );
  expect(seen.length).toBeGreaterThan(20);
  expect(seen.filter(({ name }) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
});
