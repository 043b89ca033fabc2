// Writes a generated file that is committed; with --check it writes nothing and fails when the file is stale.
import { readFileSync, writeFileSync } from "node:fs";

export function writeGenerated(path: string, text: string): void {
  if (!process.argv.includes("--check")) {
    writeFileSync(path, text);
    return;
  }
  if (readFileSync(path, "utf8") === text) return;
  console.error(`${path} is stale: run npm run generate.`);
  process.exitCode = 1;
}
