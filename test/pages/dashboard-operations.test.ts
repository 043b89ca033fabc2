// What a merchant may do over the API can be done at the dashboard: the document against what its script calls.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import document from "#assets/openapi.sandbox.json" with { type: "json" };
import { API, OPERATIONS } from "#parts/dashboard/browser/api/operations.ts";

const FOLDER = "src/parts/dashboard/browser";

/** What is shown, without the table of operations itself. */
const SOURCES = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.startsWith("api"))
  .map((name) => readFileSync(`${FOLDER}/${name}`, "utf8"));

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
    expect(OPERATIONS).toEqual(merchantOperations());
  });

  it.each(Object.keys(OPERATIONS))("include %s in a view", (operation) => {
    expect(SOURCES.some((source) => source.includes(`"${operation}"`))).toBe(true);
  });
});
