// Generates src/sdk/wire/ from the sandbox's OpenAPI document: the types of what the client sends and returns.
// openapi-typescript would make ten times as much, 175 KB, of which the client needs a fifth.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { codesIn } from "../openapi/failure-codes.ts";
import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  Parameter,
  Reference,
  ResponseObject,
} from "../openapi/types.ts";
import { writeGenerated } from "./generated-file.ts";
import { declarationOf, type EnumKind, nameOf } from "./schema-types.ts";

/** Tags of the operations that the client has, a file each. A type is in the first file that needs it. */
const TAGS = [
  "Payment intents",
  "Counters",
  "Webhook settings",
  "Webhook deliveries",
  "Transactions",
  "Merchant",
  "Public",
  "Sandbox",
];

const CLIENT = "src/sdk";
/** Fewer are shared by chance. */
const BASE_FIELDS_MIN = 3;

const { paths, components } = JSON.parse(
  readFileSync("src/assets/openapi.sandbox.json", "utf8"),
) as OpenApiDocument;
const schemas = new Map(Object.entries(components.schemas));
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
const files = new Map<string, string>();

schemas.set("FailureCode", failureCodesOfClient());
const roots = TAGS.map((tag) => operations.filter(({ tags }) => tags.includes(tag)).flatMap(typesOf));
const needed = typesOfClient();
writeTypes("failures", ["FailureCode", "FieldFault"]);
for (const [index, tag] of TAGS.entries())
  writeTypes(tag.toLowerCase().replaceAll(" ", "-"), roots[index] ?? []);

/** What the client's own files name, and what that is made of. */
function typesOfClient(): Set<string> {
  const files = readdirSync(CLIENT, { recursive: true, encoding: "utf8" });
  const own = files.filter((file) => file.endsWith(".ts") && !file.startsWith("wire"));
  const types = new Set(own.flatMap((file) => namesIn(readFileSync(join(CLIENT, file), "utf8"))));
  for (const name of types) for (const part of namesIn(declared(name))) types.add(part);
  return types;
}

/** What of several an event is, its `type` decides: the compiler can tell only by types that are known. */
function isAlternative(name: string): boolean {
  return [...schemas.values()].some(({ anyOf = [] }) =>
    anyOf.some(({ $ref }) => $ref !== undefined && nameOf($ref) === name),
  );
}

function withKnownTypes(schema: JsonSchema): JsonSchema {
  const { type: { "x-extensible-enum": values, ...type } = {}, ...others } = schema.properties ?? {};
  return values === undefined
    ? schema
    : { ...schema, properties: { type: { ...type, enum: values }, ...others } };
}

function declared(name: string): string {
  const published = schemas.get(name) ?? {};
  const schema = isAlternative(name) ? withKnownTypes(published) : published;
  return declarationOf(name, schema, enumName, baseOf(schema));
}

/** Leaves out the codes that only operations have which the client lacks, such as an administrator's. */
function failureCodesOfClient(): JsonSchema {
  const hasOperation = ({ tags }: OperationObject) => tags.some((tag) => TAGS.includes(tag));
  const own = codesOf(operations.filter(hasOperation));
  const others = codesOf(operations.filter((operation) => !hasOperation(operation)));
  const { "x-extensible-enum": all = [], ...schema } = schemas.get("FailureCode") ?? {};
  return { ...schema, enum: all.filter((code) => own.has(code) || !others.has(code)) };
}

function codesOf(among: OperationObject[]): Set<unknown> {
  const responses = among.flatMap((operation) => Object.values(operation.responses)).map(resolved);
  const isFailure = ({ content }: Partial<ResponseObject>) =>
    content?.["application/json"]?.schema?.$ref === "#/components/schemas/Failure";
  return new Set(responses.filter(isFailure).flatMap(({ description = "" }) => codesIn(description)));
}

function resolved(response: ResponseObject | Reference): Partial<ResponseObject> {
  return "$ref" in response ? (components.responses[nameOf(response.$ref)] ?? {}) : response;
}

/** The names of the operation's query, request and response; the query's type is made here. */
function typesOf({ operationId, parameters = [], requestBody, responses }: OperationObject): string[] {
  const query = parameters
    .filter((parameter) => "in" in parameter)
    .filter((parameter) => parameter.in === "query");
  const succeeded = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const contents = [requestBody, ...succeeded.map(([, response]) => resolved(response))];
  const names = contents.map((content) => content?.content?.["application/json"]?.schema?.$ref);
  const queryName = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`;
  if (query.length > 0) schemas.set(queryName, querySchema(query));
  return [
    ...(query.length > 0 ? [queryName] : []),
    ...names.filter((name) => name !== undefined).map(nameOf),
  ];
}

function querySchema(query: Parameter[]): JsonSchema {
  const properties = query.map(({ name, description, schema }) => [
    name,
    { ...schema, ...(description === undefined ? {} : { description }) },
  ]);
  const required = query.filter((parameter) => parameter.required).map(({ name }) => name);
  return { type: "object", properties: Object.fromEntries(properties), required };
}

function writeTypes(file: string, roots: string[]): void {
  const declarations: string[] = [];
  const imported = new Map<string, Set<string>>();
  const pending = roots.toReversed();
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const known = files.get(name);
    if (known !== undefined) continue;
    files.set(name, file);
    const declaration = declared(name);
    const isNeeded = needed.has(name);
    if (isNeeded) declarations.push(declaration);
    for (const part of namesIn(declaration)) {
      const home = files.get(part);
      if (home === undefined) pending.push(part);
      else if (home !== file && isNeeded) imported.set(home, (imported.get(home) ?? new Set()).add(part));
    }
  }
  const imports = [...imported].map(
    ([home, names]) => `import type { ${[...names].sort().join(", ")} } from "./${home}.ts";\n`,
  );
  const header = "// Generated from the OpenAPI document by npm run generate; do not edit.\n";
  const path = `${CLIENT}/wire/${file}.ts`;
  writeGenerated(path, formatted(path, [header + imports.sort().join(""), ...declarations].join("\n")));
}

/** Without comments and literals, what is capitalized is a type's name. */
function namesIn(declaration: string): string[] {
  const code = declaration.replaceAll(/\/\*\*.*?\*\/|"[^"]*"/g, "");
  return [...new Set(code.match(/\b[A-Z]\w+/g))].filter((name) => schemas.has(name)).reverse();
}

/** The largest other component whose properties are all among this one's. */
function baseOf({ properties = {}, required = [] }: JsonSchema): [string, JsonSchema] | undefined {
  const isWithin = ([name, { properties: theirs = {}, required: theirNeeded = [] }]: [
    string,
    JsonSchema,
  ]) => {
    if (!(name in components.schemas)) return false;
    const fields = Object.entries(theirs);
    const isShared = ([field, schema]: [string, JsonSchema]) =>
      JSON.stringify(properties[field]) === JSON.stringify(schema) &&
      required.includes(field) === theirNeeded.includes(field);
    const isPart = fields.length >= BASE_FIELDS_MIN && fields.length < Object.keys(properties).length;
    return isPart && !("success" in theirs) && fields.every(isShared);
  };
  const size = ([, { properties: theirs = {} }]: [string, JsonSchema]) => Object.keys(theirs).length;
  return [...schemas].filter(isWithin).sort((one, other) => size(other) - size(one))[0];
}

/** A response's values never get the name of a request's: what a request may carry is not open. */
function enumName(values: readonly unknown[], kind: EnumKind): string | undefined {
  const text = JSON.stringify(values);
  return [...schemas].find(([, schema]) => JSON.stringify(schema[kind]) === text)?.[0];
}

function formatted(path: string, source: string): string {
  return execFileSync("biome", ["format", `--stdin-file-path=${path}`], { input: source, encoding: "utf8" });
}
