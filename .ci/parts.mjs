// Prints the parts that CI takes out: two of those that the last commit touches, and else one or two by the day.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";

const parts = readdirSync("src/parts").sort();

function touched() {
  try {
    const paths = execFileSync("git", ["diff", "--name-only", "HEAD~1"], { encoding: "utf8", stdio: "pipe" });
    return parts.filter((part) => paths.includes(`/parts/${part}/`));
  } catch {
    // A clone may have the last commit alone.
    return [];
  }
}

const day = Math.floor(Date.now() / 86_400_000);
const [first, ...others] = [...touched(), ...parts.slice(day % parts.length), ...parts];
console.log([first, others.find((part) => part !== first)].join(","));
