// npm puts the arguments of `npm run NAME -- …` behind the whole command: behind `||` they never arrive. Runs in Node.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const scripts: Record<string, string> = JSON.parse(readFileSync("package.json", "utf8")).scripts;
const chained = Object.entries(scripts).filter(([, command]) => command.includes("||"));

it.each(chained)("npm run %s takes no arguments, because it would not get them", (_, command) => {
  const [, file] = /node (src\/scripts\/\S+)/.exec(command) ?? [];
  expect(file === undefined ? "" : readFileSync(file, "utf8")).not.toContain("process.argv");
});
