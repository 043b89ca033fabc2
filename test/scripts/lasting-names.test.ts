// The names that a deployment, a client or a stored byte holds. They stay when the code's own words change: what this test finds
// missing breaks somebody. New names are added by `npm test -- test/scripts/lasting-names.test.ts -u`.
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const STORED_FILES = globSync("test/fixtures/stored/*/*.json");
const sources = globSync("src/**/*.ts").map((path) => readFileSync(path, "utf8"));

/** Each first group of the pattern, in these texts. */
const matches = (texts: readonly string[], pattern: RegExp) =>
  texts.flatMap((text) => Array.from(text.matchAll(pattern), ([, name = ""]) => name));

/** The first column of the tables, by the file of the operators' reference. */
const referenceNames = (file: string) =>
  matches([readFileSync(`.github/reference/${file}.md`, "utf8")], /^\| `([^`]+)` \|/gm);

function columns(): string[] {
  const tables = readFileSync(".github/reference/tables.md", "utf8").matchAll(
    /^\| `(\w+)` \|.*\| ([^|]+) \|[^|]*\|$/gm,
  );
  return Array.from(tables).flatMap(([, table, names = ""]) =>
    names.split(", ").map((name) => `${table}.${name.replaceAll("*", "")}`),
  );
}

/** The keys of all JSON within, also of what is stored as text or in a row. */
function keysWithin(value: unknown): string[] {
  if (typeof value === "string") {
    const texts = matches([value], /(\{.*\})/gs);
    return texts.flatMap((text) => matches([text], /"([a-z]\w*)":/gi));
  }
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value).filter((key) => /^[a-z]\w*$/i.test(key));
  return [...own, ...Object.values(value).flatMap(keysWithin)];
}

/** Property names, and values of enumerations, of the whole document. */
function wireNames(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { properties, enum: values, const: fixed } = value as Record<string, unknown>;
  return [
    ...(typeof properties === "object" && properties !== null ? Object.keys(properties) : []),
    ...[values, fixed].flat().filter((each) => typeof each === "string"),
    ...Object.values(value).flatMap(wireNames),
  ];
}

const document = JSON.parse(readFileSync("src/assets/openapi.sandbox.json", "utf8"));
const wrangler = ["wrangler.toml", "wrangler.ledger.toml"].map((path) => readFileSync(path, "utf8"));

const NAMES: Record<string, string[]> = {
  operations: Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  ),
  "schemas of the document": Object.keys(document.components.schemas),
  "members and values on the wire": wireNames(document),
  "lists to which parts add": referenceNames("lists"),
  "log events": [
    ...referenceNames("log-events"),
    ...matches(sources, /\blog\(\s*"(?:info|warn|error)",\s*"(\w+)"/g),
  ],
  "fields of the log": matches(sources, /log\(\s*"(?:info|warn|error)",\s*"\w+",\s*\{([^}]*)\}/g).flatMap(
    (fields) => matches([fields], /(?:^|,)\s*(\w+)(?=\s*[:,]|\s*$)/g),
  ),
  metrics: referenceNames("metrics"),
  alerts: referenceNames("alerts"),
  findings: referenceNames("findings"),
  variables: referenceNames("variables"),
  "npm scripts": Object.keys(JSON.parse(readFileSync("package.json", "utf8")).scripts),
  "classes, bindings and queues": [
    ...matches(wrangler, /(?:binding|name|queue|dead_letter_queue|class_name) = "([^"]+)"/g),
    ...matches(wrangler, /^\[exports\.(\w+)\]/gm),
  ],
  cookies: matches(sources, /cookieName: "(\w+)"/g),
  "keys of browsers' storage": [
    ...matches(sources, /(?:memoryOf<\w+>\(|\bSTORED(?:_AS)? = |\bLAST_CURRENCY = )"([^"]+)"/g),
    ...matches(sources, /\b(?:remember|recall)\("(\w+)"/g),
  ],
  "keys of objects' storage": matches(sources, /const (?:DOCUMENT|MIGRATED|PREFIX) = "([^"]+)"/g),
  columns: columns(),
  "members of stored JSON": STORED_FILES.flatMap((path) =>
    keysWithin(JSON.parse(readFileSync(path, "utf8"))),
  ),
};

it.each(Object.entries(NAMES))("%s", async (_, names) => {
  expect(names).not.toHaveLength(0);
});

it("are those of the list", async () => {
  const lists = Object.entries(NAMES).map(
    ([title, names]) => `## ${title}\n\n${[...new Set(names)].sort().join("\n")}\n`,
  );
  await expect(lists.join("\n")).toMatchFileSnapshot("../fixtures/lasting-names.md");
});
