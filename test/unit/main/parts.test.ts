// The compiler lets a later part replace what an earlier one has added under the same name.
import { expect, it } from "vitest";
import type { Part } from "#core/part.ts";
import * as parts from "#main/parts.ts";
import * as openApiParts from "#sandbox/parts-openapi.ts";

it.each([
  ["service", parts, 20],
  ["OpenAPI document", openApiParts, 80],
])("no two parts add the same name to the %s", (_, all, least) => {
  const names = Object.values(all as Record<string, Part>).flatMap((part) =>
    Object.entries({ ...part, wallet: part.wallet?.rows ?? {} })
      .filter(([, rows]) => !Array.isArray(rows))
      .flatMap(([list, rows]) => Object.keys(rows).map((name) => `${list} ${name}`)),
  );
  expect(names.length).toBeGreaterThan(least);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
