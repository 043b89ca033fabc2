// What a merchant may do over the API can be done at the dashboard: the document against what its script calls.
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import document from "#assets/openapi.sandbox.json" with { type: "json" };
import { API, OPERATIONS } from "#parts/dashboard/browser/api/operations.ts";

/** What is shown, without the tables of operations themselves. */
const SOURCES = globSync("src/parts/*/browser/**/*.ts", {
  exclude: ["**/browser/{api/**,operations.ts}"],
}).map((path) => readFileSync(path, "utf8"));

/** The operations that parts show in the dashboard's views. */
const ofParts: (typeof OPERATIONS)[] = [];
for (const path of globSync("src/parts/*/browser/operations.ts"))
  ofParts.push((await import(resolve(path))).OPERATIONS);
const ALL = Object.assign({}, OPERATIONS, ...ofParts);

/** What the description of every operation says of who may call it. */
const FOR_MERCHANTS = /\bFor a merchant\b/;

function merchantOperations(): Record<string, [call: string, response: string]> {
  const operations = Object.entries(document.paths as Record<string, Record<string, Documented>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, { description = "" }]) => path.startsWith(API) && FOR_MERCHANTS.test(description))
        .map(([method, { operationId, responses }]) => [
          operationId,
          [`${method.toUpperCase()} ${path.slice(API.length)}`, responseOf(responses)],
        ]),
  );
  return Object.fromEntries(operations);
}

interface Documented {
  operationId: string;
  description?: string;
  responses: Record<string, { content?: Record<string, { schema: { $ref?: string } }> }>;
}

/** The name of what a success carries, or its media type. */
function responseOf(responses: Documented["responses"]): string {
  const [type = "", { schema } = { schema: {} }] =
    Object.entries((responses["200"] ?? responses["201"])?.content ?? {})[0] ?? [];
  return schema.$ref?.split("/").at(-1) ?? type;
}

describe("the dashboard's operations", () => {
  it("are those of the API that are for merchants", () => {
    expect(Object.keys(merchantOperations()).length).toBeGreaterThan(20);
    expect(ALL).toEqual(merchantOperations());
  });

  it.each(Object.keys(ALL))("include %s in a view", (operation) => {
    expect(SOURCES.some((source) => source.includes(`"${operation}"`))).toBe(true);
  });
});
