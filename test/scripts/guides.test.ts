// The guides that the service serves, as they stand in the repository. Runs in Node.
import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type RefusalResponse, responses } from "#core/http/refusals.ts";
import "#main/add-parts.ts";
import { refusals as ofSandbox } from "#sandbox/refusals.ts";
import type { OpenApiDocument } from "#scripts/openapi/types.ts";

const read = (path: string) => readFileSync(path, "utf8");

/** By the document, by the tables of refusals, and by what the code throws. */
function failureCodes(): string[] {
  const { components }: OpenApiDocument = JSON.parse(read("src/assets/openapi.sandbox.json"));
  const published = (components.schemas.FailureCode?.["x-extensible-enum"] ?? []) as string[];
  const refusals: Record<string, RefusalResponse> = { ...responses, ...ofSandbox };
  const refused = Object.entries(refusals).flatMap(([name, { code = name, field }]) =>
    field === undefined ? [code] : [],
  );
  const sources = globSync("src/{core,main,parts,sandbox}/**/*.ts").map(read);
  const thrown = sources.flatMap((text) =>
    Array.from(text.matchAll(/\b(?:new ApiError\(\d+|unavailable\(), ?"(\w+)"/g), ([, code = ""]) => code),
  );
  expect([published.length > 60, refused.length > 80, thrown.length > 5]).toEqual([true, true, true]);
  return [...new Set([...published, ...refused, ...thrown])];
}

describe("the guide of errors", () => {
  const sections = read(".github/guides/errors.md").split(/^## /m).slice(1);

  it("has an anchor for every code, under which it says what to do", () => {
    const anchors = sections.map((section) => /^`(\w+)`\n\n\d{3}.*\.\n\n\S.+\n$/m.exec(section)?.[1]);
    expect(anchors).not.toContain(undefined);
    expect(failureCodes().filter((code) => !anchors.includes(code))).toEqual([]);
  });
});

// Nobody has published the client: whoever does it first would run code at our users.

const DOCUMENTS = globSync(["README.md", ".github/**/*.*", "src/**/README.md", "src/scripts/docs/*.ts"]);
/** A command that has a registry send a package, with what it names. */
const FETCHES =
  /\b(?:(?:npm|pnpm|yarn|bun) (?:i|install|add|exec|x|dlx|create)|npx|bunx|pip3? install|deno add|go get)\b([^\n`|;]*)/g;
const NOT_ASKING = /^ --no(-install)? |^ --no --/;

it.each(DOCUMENTS)("%s has no command that would fetch a package under our names", (path) => {
  const named = Array.from(read(path).matchAll(FETCHES), ([command, names = ""]) => ({ command, names }));
  const wrong = named.filter(
    ({ names }) =>
      !NOT_ASKING.test(names) && names.split(/\s+/).some((name) => /^(npm:)?@?merchant-payments/.test(name)),
  );
  expect(wrong.map(({ command }) => command)).toEqual([]);
});
