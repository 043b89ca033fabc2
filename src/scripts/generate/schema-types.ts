// TypeScript for the schemas of the OpenAPI document: only the keywords that the document uses.
import type { JsonSchema } from "../openapi/types.ts";

/** The fields of every response, which the client reads and does not return. */
const ENVELOPE = new Set(["success", "warnings"]);

/** The name of the schema with exactly these values, if any: the document repeats some enumerations inline. */
export type EnumName = (values: readonly unknown[], kind: EnumKind) => string | undefined;
/** The keyword: all values, or those that are known today. */
export type EnumKind = "enum" | "x-extensible-enum";

export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** `base`: an interface to extend, with its properties. */
export function declarationOf(
  name: string,
  schema: JsonSchema,
  enumName: EnumName,
  base?: readonly [name: string, schema: JsonSchema],
): string {
  if (schema.properties === undefined)
    return `${comment(schema)}export type ${name} = ${typeOf(schema, () => undefined)};\n`;
  const heading = base === undefined ? name : `${name} extends ${base[0]}`;
  const type = objectType(schema, enumName, base?.[1].properties);
  return `${comment(schema)}export interface ${heading} ${type}\n`;
}

function typeOf(schema: JsonSchema, enumName: EnumName): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const kind = schema.enum === undefined ? "x-extensible-enum" : "enum";
  const values = schema[kind];
  if (values !== undefined) return enumType(values, kind, enumName);
  if (schema.anyOf !== undefined) return unionOf(schema.anyOf, enumName);
  if (Array.isArray(schema.type)) return schema.type.map(scalar).join(" | ");
  if (schema.items !== undefined) return `${parenthesized(typeOf(schema.items, enumName))}[]`;
  if (schema.properties !== undefined) return objectType(schema, enumName);
  if (schema.type === "object") {
    const { additionalProperties: values = {} } = schema;
    return `Record<string, ${typeOf(values, enumName)}>`;
  }
  return schema.type === undefined ? "unknown" : scalar(schema.type);
}

function enumType(values: readonly unknown[], kind: EnumKind, enumName: EnumName): string {
  const name = enumName(values, kind);
  if (name !== undefined) return name;
  const literals = values.map((value) => JSON.stringify(value));
  return (kind === "enum" ? literals : [...literals, "(string & {})"]).join(" | ");
}

/** `string` would swallow the known values beside it, and editors would no longer suggest them. */
function unionOf(alternatives: JsonSchema[], enumName: EnumName): string {
  const types = alternatives.map((each) => typeOf(each, enumName));
  const isOpen = types.filter((type) => type !== "null").length > 1;
  return types.map((type) => (type === "string" && isOpen ? "(string & {})" : type)).join(" | ");
}

function objectType(schema: JsonSchema, enumName: EnumName, inherited: object = {}): string {
  const { properties = {}, required = [] } = schema;
  const lines = Object.entries(properties)
    .filter(([name]) => !ENVELOPE.has(name) && !(name in inherited))
    .map(([name, property]) => {
      const mark = required.includes(name) ? "" : "?";
      return `${comment(property)}${name}${mark}: ${typeOf(property, enumName)};\n`;
    });
  return `{\n${lines.join("")}}`;
}

function comment(schema: JsonSchema): string {
  const text = [schema.description, ...constraints(schema)].filter((part) => part !== undefined).join(" ");
  return text === "" ? "" : `/** ${text.replaceAll("*/", "*\\/")} */\n`;
}

function constraints(schema: JsonSchema): string[] {
  const value =
    schema.anyOf?.length === 2 ? (schema.anyOf.find(({ type }) => type !== "null") ?? {}) : schema;
  const { format, minimum, maximum = Number.MAX_SAFE_INTEGER, maxLength } = value;
  const texts: string[] = [];
  if (format === "date-time") texts.push("ISO 8601.");
  if (minimum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    texts.push(`From ${minimum.toLocaleString("en-US")} to ${maximum.toLocaleString("en-US")}.`);
  if (maxLength !== undefined) texts.push(`At most ${maxLength} characters.`);
  return texts;
}

function scalar(type: string): string {
  return type === "integer" ? "number" : type;
}

function parenthesized(type: string): string {
  return type.includes(" | ") ? `(${type})` : type;
}
