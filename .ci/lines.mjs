// Prints how many lines the repository has: all that is committed, and the hand-written TypeScript of the Worker and of the tests.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").filter(Boolean);
const linesOf = (some) =>
  some.reduce((sum, file) => sum + readFileSync(file).filter((byte) => byte === 10).length, 0);
const typescript = (folder) => files.filter((file) => file.startsWith(`${folder}/`) && file.endsWith(".ts"));
const isLeftOut = (file) =>
  /^src\/(pages\/|main\/pages\/|parts\/[^/]+\/browser\/|sdk\/wire\/|env\.d\.ts$)/.test(file);

console.log(`lines committed: ${linesOf(files)}`);
console.log(
  `src/**/*.ts without pages, sdk/wire and env.d.ts: ${linesOf(typescript("src").filter((file) => !isLeftOut(file)))}`,
);
console.log(`test/**/*.ts: ${linesOf(typescript("test"))}`);
