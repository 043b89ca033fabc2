// The operators' guide and the list of their tasks: each has what the other has; and the commands that need an account, as far as
// they can be checked without one. Runs in Node.
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { runWrangler } from "../../src/scripts/wrangler.ts";
import { OPERATOR_TASKS } from "../support/operator-tasks/tasks.ts";
import { commandsOf, LINES, REQUESTS, shownIn } from "./guide-commands.ts";

const GUIDES = [".github/OPERATING.md", ".github/GO-LIVE.md", ...globSync(".github/reference/*.md")];
const DOCUMENTS = GUIDES.map((path) => readFileSync(path, "utf8"));
const SHOWN = DOCUMENTS.map(shownIn);
const SHOWN_LINES = SHOWN.flatMap(({ lines }) => lines);
const SHOWN_REQUESTS = SHOWN.flatMap(({ requests }) => requests);
const WRANGLER = commandsOf("npx wrangler").filter((command) => !command.includes("…"));
const OPERATIONS = operationsOf("src/assets/openapi.sandbox.json", "src/assets/openapi-ledger.json");
const scripts: Record<string, string> = JSON.parse(readFileSync("package.json", "utf8")).scripts;

/** As `METHOD /path`. */
function operationsOf(...documents: string[]): string[] {
  return documents.flatMap((document) => {
    const { paths } = JSON.parse(readFileSync(document, "utf8"));
    return Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
  });
}

/** A path that begins with `…` ends like an operation's, whatever its parameters are called. */
function isOperation(request: string, operation: string): boolean {
  const [method, path = ""] = request.split("?")[0]?.split(" ") ?? [];
  const [itsMethod, itsPath = ""] = operation.split(" ");
  const [shown, whole] = [path, itsPath].map((each) => each.replaceAll(/\{\w+\}/g, "{}")) as [string, string];
  return method === itsMethod && (shown.startsWith("…") ? whole.endsWith(shown.slice(1)) : whole === shown);
}

/** Before the first word that is a name of ours, or an option. */
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

describe("the list of the operators' tasks", () => {
  it("is no shorter than the guide was when it was made", () => {
    expect(OPERATOR_TASKS.length).toBeGreaterThanOrEqual(66);
    const counts = ["npx wrangler", "npm run", "admin", "curl"].map((name) => commandsOf(name).length);
    const before = [20, 26, 25, 12];
    for (const [index, count] of counts.entries()) expect(count).toBeGreaterThanOrEqual(before[index] ?? 0);
    expect(REQUESTS.length).toBeGreaterThanOrEqual(16);
  });

  it("names for each task files that play it, and that there are", () => {
    expect(OPERATOR_TASKS.filter(({ playedBy }) => playedBy.length === 0)).toEqual([]);
    const files = OPERATOR_TASKS.flatMap(({ playedBy }) => playedBy);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it.each(REQUESTS)("has requests that the service knows: %s", (request) => {
    expect(OPERATIONS.filter((operation) => isOperation(request, operation))).toHaveLength(1);
  });
});

describe("the operators' guide", () => {
  it("shows every command of the list", () => {
    const isShown = (line: string) => SHOWN_LINES.some((shown) => shown === line);
    expect(LINES.filter((line) => !isShown(line))).toEqual([]);
  });

  it("names every request of the list", () => {
    const isNamed = (operation: string) => SHOWN_REQUESTS.some((shown) => isOperation(shown, operation));
    expect(REQUESTS.filter((request) => !isNamed(request.split("?")[0] ?? ""))).toEqual([]);
  });

  it("shows only commands of the list, or their beginnings", () => {
    const isListed = (shown: string) => LINES.some((line) => line === shown || line.startsWith(`${shown} `));
    expect(SHOWN_LINES.length).toBeGreaterThan(100);
    expect(SHOWN_LINES.filter((shown) => !isListed(shown))).toEqual([]);
  });

  it("names only requests that the service knows", () => {
    const isKnown = (shown: string) => OPERATIONS.some((operation) => isOperation(shown, operation));
    expect(SHOWN_REQUESTS.length).toBeGreaterThan(10);
    expect(SHOWN_REQUESTS.filter((shown) => !isKnown(shown))).toEqual([]);
  });
});

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
