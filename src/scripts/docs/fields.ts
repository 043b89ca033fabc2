// Fields of a request or a response as a list: name, type, limits, meaning.
import { html } from "hono/html";
import type { JsonSchema } from "../openapi/types.ts";
import { inlineMarkdown } from "./markdown.ts";
import type { Html } from "./page.ts";

export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

export interface Field {
  name: string;
  schema: JsonSchema;
  isRequired: boolean;
}

/** Fields of objects within are among them, such as `payment_intent.status`; those of another component stay with it. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema, prefix = ""): Field[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = prefix + key;
    const inner = schema.items ?? schema;
    const field = { name, schema, isRequired: required.includes(key) };
    return [field, ...fieldsOf(inner, schema.items === undefined ? `${name}.` : `${name}[].`)];
  });
}

export function fieldList(fields: readonly Field[]): Html {
  return html`<dl class="fields">${fields.map(
    ({ name, schema, isRequired }) => html`
      <dt><code>${name}</code> <span>${typeOf(schema)}${isRequired ? html`, <b>required</b>` : ""}</span></dt>
      <dd>${inlineMarkdown(meaningOf(schema))}</dd>`,
  )}
    </dl>`;
}

function typeOf(schema: JsonSchema): Html | string {
  const { $ref, type, items, anyOf, format, const: only } = schema;
  if ($ref !== undefined) return html`<a href="#object-${nameOf($ref)}">${nameOf($ref)}</a>`;
  if (anyOf !== undefined) {
    const [first = "", ...others] = anyOf.map(typeOf);
    return html`${first}${others.map((other) => html` or ${other}`)}`;
  }
  if (items !== undefined) return html`array of ${typeOf(items)}`;
  if (only !== undefined) return JSON.stringify(only);
  const name = Array.isArray(type) ? type.join(" or ") : (type ?? "any JSON");
  return format === undefined || format === "double" ? name : `${name} (${format})`;
}

const LIMITS: Record<string, (value: unknown) => string> = {
  minimum: (value) => (value === Number.MIN_SAFE_INTEGER ? "" : `At least ${value}.`),
  maximum: (value) => (value === Number.MAX_SAFE_INTEGER ? "" : `At most ${value}.`),
  minLength: (value) => (value === 1 ? "Not empty." : `At least ${value} characters.`),
  maxLength: (value) => `At most ${value} characters.`,
  minItems: (value) => `At least ${value} entries.`,
  maxItems: (value) => `At most ${value} entries.`,
  pattern: (value) => `Matches \`${value}\`.`,
  default: (value) => `\`${JSON.stringify(value)}\` when left out.`,
  enum: (values) => `One of ${codes(values)}.`,
  "x-extensible-enum": (values) => `${codes(values)}; others may be added.`,
};

function codes(values: unknown): string {
  return (values as unknown[]).map((value) => `\`${value}\``).join(", ");
}

function meaningOf(schema: JsonSchema): string {
  const limits = [schema, ...(schema.anyOf ?? []), schema.items ?? {}].flatMap((each) =>
    Object.entries(LIMITS).map(([keyword, text]) => (keyword in each ? text(each[keyword]) : "")),
  );
  return [schema.description, ...limits].filter((text) => text !== undefined && text !== "").join(" ");
}
