// Prints the parts that CI takes out: of those that the last commit touches the first, and another one by the day.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";

const parts = readdirSync("src/parts").sort();

function touched() {
  try {
    const paths = execFileSync("git", ["diff", "--name-only", "HEAD~1"], { encoding: "utf8", stdio: "pipe" });
    return parts.filter((part) => paths.includes(`src/parts/${part}/`));
  } catch {
    // A clone may have the last commit alone.
    return [];
  }
}

const day = Math.floor(Date.now() / 86_400_000);
console.log([...new Set([...touched().slice(0, 1), parts[day % parts.length]])].join(","));
