// The commands of the operators that need an account, as far as they can be checked without one. Runs in Node.
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { runWrangler } from "#scripts/wrangler.ts";
import { commandsOf, LINES } from "./guide-commands.ts";

const WRANGLER = commandsOf("npx wrangler").filter((command) => !command.includes("…"));
const scripts: Record<string, string> = JSON.parse(readFileSync("package.json", "utf8")).scripts;

/** Ends before the first word that is a name of ours, or an option. */
function subcommandOf(command: string): string[] {
  const words = command.split(" ").slice(2);
  const end = words.findIndex((word) => !/^[a-z\d-]+$/.test(word) || word.startsWith("-"));
  return end < 0 ? words : words.slice(0, end);
}

const known = new Map<string, Promise<string>>();

function helpOf(subcommand: string[]): Promise<string> {
  const name = subcommand.join(" ");
  const help = known.get(name) ?? runWrangler([...subcommand, "--help"]);
  known.set(name, help);
  return help;
}

describe("a command of the operators", () => {
  it.each(commandsOf("npm run"))("names a script that there is: %s", (command) => {
    const [, name = ""] = /npm run ([\w:]+)/.exec(command) ?? [];
    expect(Object.keys(scripts)).toContain(name);
  });

  it.each(WRANGLER)("gives wrangler a command and options that it knows: %s", async (command) => {
    const subcommand = subcommandOf(command);
    const help = await helpOf(subcommand);
    expect(help.trimStart()).toMatch(new RegExp(`^wrangler ${subcommand.join(" ")}( [<[]|\\n)`));
    for (const [option] of command.matchAll(/(?<= )--[a-z-]+/g))
      expect(help).toMatch(new RegExp(`${option}\\b`));
  });

  it.each(WRANGLER.filter((command) => command.includes("--command")))(
    "gives D1 SQL for its tables: %s",
    (command) => {
      const database = new DatabaseSync(":memory:");
      for (const path of globSync("migrations/*.sql").sort()) database.exec(readFileSync(path, "utf8"));
      const [, statement = ""] = /--command "(.+)"$/.exec(command) ?? [];
      expect(() => database.prepare(statement).all()).not.toThrow();
    },
  );

  it.each(LINES.filter((line) => /^(openssl|echo "whsec)/.test(line)))("makes a key: %s", (command) => {
    const key = execFileSync("bash", ["-c", command], { encoding: "utf8" });
    expect(key).toMatch(/^(whsec_)?[A-Za-z\d+/]{43}=\n$/);
  });
});
