import { html } from "hono/html";
import type { JsonSchema } from "../types.ts";
import { type Html, inline } from "./html.ts";

const COMPONENT = "#/components/schemas/";

/** The component a schema refers to, by name. */
export function componentName(schema: JsonSchema): string | null {
  return schema.$ref?.startsWith(COMPONENT) ? schema.$ref.slice(COMPONENT.length) : null;
}

export function schemaLink(name: string): Html {
  return html`<a href="#schema-${name}">${name}</a>`;
}

export function propertyTable(schema: JsonSchema): Html {
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fieldRow(name, property, schema.required?.includes(name) ?? false),
  );
  return fieldTable(rows);
}

export function fieldTable(rows: Html[]): Html {
  return html`<div class="table"><table>
    <thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead>
    <tbody>${rows}</tbody>
  </table></div>`;
}

export function fieldRow(name: string, schema: JsonSchema, isRequired: boolean): Html {
  const meaning = [schema.description, ...limits(schema)].filter((text) => text !== undefined).join(" ");
  return html`<tr>
    <td><code>${name}</code>${isRequired ? "" : html` <span class="soft">optional</span>`}</td>
    <td>${typeOf(schema)}</td>
    <td>${inline(meaning)}</td>
  </tr>`;
}

function typeOf(schema: JsonSchema): (string | Html)[] {
  const component = componentName(schema);
  if (component !== null) return [schemaLink(component)];
  if (schema.const !== undefined) return [html`<code>${JSON.stringify(schema.const)}</code>`];
  if (schema.enum !== undefined)
    return joined(schema.enum.map((value) => [html`<code>${String(value)}</code>`]));
  if (schema.anyOf !== undefined) return joined(schema.anyOf.map(typeOf));
  if (schema.items !== undefined) return ["array of ", ...typeOf(schema.items)];
  const types = Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "any");
  return [schema.format === undefined || schema.format === "double" ? types : `${types} (${schema.format})`];
}

function joined(alternatives: (string | Html)[][]): (string | Html)[] {
  return alternatives.flatMap((alternative, index) => (index === 0 ? alternative : [" or ", ...alternative]));
}

/** The schema's limits as short sentences; those of a nullable field are one level down. */
function limits(schema: JsonSchema): string[] {
  const own = { ...schema.anyOf?.find((option) => option.type !== "null"), ...schema };
  const texts: string[] = [];
  if (own.minimum !== undefined && own.maximum !== undefined) texts.push(`${own.minimum} to ${own.maximum}.`);
  if (own.maxLength !== undefined) texts.push(`At most ${own.maxLength} characters.`);
  if (own.default !== undefined) texts.push(`Default ${[own.default].flat().join(", ")}.`);
  return texts;
}
