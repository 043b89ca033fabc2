// The list of the operators' tasks and what the guides show: each has what the other has. Runs in Node.
import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { OperatorTask } from "../support/operator-tasks/task.ts";
import { OPERATOR_TASKS } from "../support/operator-tasks/tasks.ts";
import { commandsOf, LINES, REQUESTS, shownIn, withAdmin } from "./guide-commands.ts";

const GUIDES = globSync(".github/{OPERATING,GO-LIVE,LIVE-MODE,reference/*}.md");
const DOCUMENTS = GUIDES.map((path) => readFileSync(path, "utf8"));
const SHOWN = DOCUMENTS.map(shownIn);
const LISTED_LINES = LINES.map(withAdmin);
const SHOWN_LINES = SHOWN.flatMap(({ lines }) => lines).map(withAdmin);
const SHOWN_REQUESTS = SHOWN.flatMap(({ requests }) => requests);
const OPERATIONS = operationsOf("src/assets/openapi.sandbox.json", "src/assets/openapi-ledger.json");

/** Each is `METHOD /path`. */
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

describe("the list of the operators' tasks", () => {
  it("is no shorter than the guide was when it was made", () => {
    expect(OPERATOR_TASKS.length).toBeGreaterThanOrEqual(70);
    const counts = ["npx wrangler", "npm run", "admin", "curl"].map((name) => commandsOf(name).length);
    const before = [18, 28, 27, 13];
    for (const [index, count] of counts.entries()) expect(count).toBeGreaterThanOrEqual(before[index] ?? 0);
    expect(REQUESTS.length).toBeGreaterThanOrEqual(16);
  });

  it("names for each task files that play it, and that there are", () => {
    expect(OPERATOR_TASKS.filter(({ playedBy }) => playedBy.length === 0)).toEqual([]);
    const files = OPERATOR_TASKS.flatMap(({ playedBy }) => playedBy);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it.each([
    ["npx wrangler", "test/scripts/operators-guide.test.ts"],
    ["admin", "test/scripts/documented-requests.test.ts"],
    ["curl", "test/scripts/documented-requests.test.ts"],
  ])("says of %s what plays it", (name, player) => {
    const tasks = OPERATOR_TASKS.filter(({ commands }) =>
      commands.some((command) => command.startsWith(`${name} `)),
    );
    expect(tasks.length).toBeGreaterThan(5);
    const isPlayed = ({ playedBy }: OperatorTask) =>
      playedBy.includes(player) || playedBy.includes("test/keycloak/live-mode/test-live-mode.ts");
    expect(tasks.filter((task) => !isPlayed(task))).toEqual([]);
  });

  it.each(REQUESTS)("has requests that the service knows: %s", (request) => {
    expect(OPERATIONS.filter((operation) => isOperation(request, operation))).toHaveLength(1);
  });
});

describe("the operators' guide", () => {
  it("shows every command of the list", () => {
    expect(LISTED_LINES.filter((line) => !SHOWN_LINES.includes(line))).toEqual([]);
  });

  it("names every request of the list", () => {
    const isNamed = (operation: string) => SHOWN_REQUESTS.some((shown) => isOperation(shown, operation));
    expect(REQUESTS.filter((request) => !isNamed(request.split("?")[0] ?? ""))).toEqual([]);
  });

  it("shows only commands of the list, or their beginnings", () => {
    const known = [...LISTED_LINES, "npm run generate"];
    const isListed = (shown: string) => known.some((line) => line === shown || line.startsWith(`${shown} `));
    expect(SHOWN_LINES.length).toBeGreaterThan(100);
    expect(SHOWN_LINES.filter((shown) => !isListed(shown))).toEqual([]);
  });

  it("names only requests that the service knows", () => {
    const isKnown = (shown: string) => OPERATIONS.some((operation) => isOperation(shown, operation));
    expect(SHOWN_REQUESTS.length).toBeGreaterThan(10);
    expect(SHOWN_REQUESTS.filter((shown) => !isKnown(shown))).toEqual([]);
  });
});
