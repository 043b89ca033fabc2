// What the reference says of one operation, and of one object.
import { html } from "hono/html";
import { codesIn } from "../openapi/failure-codes.ts";
import type {
  JsonSchema,
  MediaType,
  OpenApiDocument,
  OperationObject,
  Parameter,
  Reference,
  RequestBody,
  ResponseObject,
} from "../openapi/types.ts";
import { type Field, fieldList, fieldsOf, nameOf } from "./fields.ts";
import { codeBlock, inlineMarkdown, markdown } from "./markdown.ts";
import type { Html } from "./page.ts";

/** An operation with its place. A webhook's path is its name. */
export interface PlacedOperation {
  method: string;
  path: string;
  operation: OperationObject;
}

export function operationSection(document: OpenApiDocument, placed: PlacedOperation): Html {
  const { method, path, operation } = placed;
  const { operationId, summary, description = "", security = [], requestBody, responses } = operation;
  const isSent = path.startsWith("/");
  const parameters = (operation.parameters ?? []).map((each) =>
    resolve(document.components.parameters, each),
  );
  return html`
    <section aria-labelledby="${operationId}">
      <h2 id="${operationId}">${summary} <a class="anchor" href="#${operationId}" aria-label="Link to ${summary}">#</a></h2>
      <p class="path"><code><b>${method}</b> ${isSent ? path : "your address"}</code></p>
      ${markdown(description)}
      ${isSent ? html`<p>${accessOf(security)}</p>` : ""}
      ${parameters.length === 0 ? "" : html`<h3>Parameters</h3>${fieldList(parameters.map(asField))}`}
      ${requestBody === undefined ? "" : bodyOf(document, requestBody)}
      ${isSent ? html`<h3>Example</h3>${codeBlock(curlOf(document, placed))}` : ""}
      <h3>Responses</h3>
      <dl class="fields">
        ${Object.entries(responses).map(([status, response]) =>
          responseOf(status, resolve(document.components.responses, response), document),
        )}
      </dl>
    </section>`;
}

export function objectSection(name: string, schema: JsonSchema): Html {
  const values = fieldList([{ name, schema, isRequired: false }]);
  return html`
    <section aria-labelledby="object-${name}">
      <h3 id="object-${name}">${name}</h3>
      ${schema.properties === undefined ? values : fieldsWithMeaning(schema)}
    </section>`;
}

function fieldsWithMeaning(schema: JsonSchema): Html {
  return html`${markdown(schema.description ?? "")}${fieldList(fieldsOf(schema))}`;
}

function resolve<Value extends object>(among: Record<string, Value>, value: Value | Reference): Value {
  if (!("$ref" in value)) return value;
  const found = among[nameOf(value.$ref as string)];
  if (found === undefined) throw new Error(`the document lacks ${value.$ref}`);
  return found;
}

function accessOf(security: readonly Record<string, string[]>[]): Html | string {
  const names = new Set(security.flatMap(Object.keys));
  if (names.size === 0) return "Without a token.";
  if (names.has("bearer")) return html`With an <a href="/docs#access">access token</a>.`;
  return `Authenticated by ${[...names].join(" or ")}.`;
}

function asField({ name, in: place, description = "", schema, required = false }: Parameter): Field {
  const about = `In the ${place === "query" ? "query" : place}. ${description}`;
  return { name, schema: { ...schema, description: about }, isRequired: required };
}

function bodyOf({ components }: OpenApiDocument, { content, required }: RequestBody): Html {
  const bodies = Object.entries(content).map(([type, { schema }]) => {
    const own = schema.$ref === undefined ? schema : (components.schemas[nameOf(schema.$ref)] ?? {});
    const [first = own] = own.allOf ?? [];
    const shown = first.$ref === undefined ? first : (components.schemas[nameOf(first.$ref)] ?? {});
    return html`<h3>Body, ${type}${required ? "" : ", optional"}</h3>${fieldsWithMeaning(shown)}`;
  });
  return html`${bodies}`;
}

function responseOf(
  status: string,
  { description, content = {} }: ResponseObject,
  document: OpenApiDocument,
): Html {
  const codes = status === "default" ? [] : codesIn(description);
  const types = Object.entries(content).map(([type, media]) => contentOf(codes, type, media, document));
  const [meaning = ""] = description.split("\n\n- ");
  return html`
        <dt><b>${status}</b></dt>
        <dd>${inlineMarkdown(meaning)} ${types}</dd>`;
}

function contentOf(
  codes: readonly string[],
  type: string,
  { schema, examples = {} }: MediaType,
  document: OpenApiDocument,
): Html {
  const { $ref } = schema;
  if ($ref === "#/components/schemas/Failure") {
    if (codes.length === 0) return html`<a href="/docs/errors">All errors</a>`;
    return html`${codes.map((code) => html`<a href="/docs/errors#${code}"><code>${code}</code></a> `)}`;
  }
  if ($ref === undefined) return html`As <code>${type}</code>.`;
  const [example] = Object.values(examples).map((each) => resolve(document.components.examples, each));
  const value = example === undefined ? "" : codeBlock(JSON.stringify(example.value, null, 2));
  return html`<a href="#object-${nameOf($ref)}">${nameOf($ref)}</a>${value}`;
}

/** To be pasted in bash, where TOKEN and each id have been set. */
function curlOf({ servers }: OpenApiDocument, { method, path, operation }: PlacedOperation): string {
  const [base = ""] = servers.map(({ url }) => url.replace(/\/$/, ""));
  const needsToken = operation.security?.some((each) => "bearer" in each) ?? false;
  const url =
    base + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.replace(/ID$/, "_ID").toUpperCase()}`);
  const [[type, media] = []] = Object.entries(operation.requestBody?.content ?? {});
  const [example] = Object.values(media?.examples ?? {});
  const value = example !== undefined && "value" in example ? example.value : undefined;
  const parts = [
    method === "GET" || (method === "POST" && value !== undefined) ? "curl" : `curl -X ${method}`,
    `"${url}"`,
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(type === "image/png" ? ['-H "Content-Type: image/png"', "--data-binary @logo.png"] : []),
    ...(value === undefined ? [] : dataOf(type ?? "", value as Record<string, unknown>)),
  ];
  return parts.join(" \\\n  ");
}

function dataOf(type: string, value: Record<string, unknown>): string[] {
  if (type.endsWith("x-www-form-urlencoded"))
    return Object.entries(value).map(([name, text]) => `-d ${name}='${text}'`);
  const json = JSON.stringify(value).replaceAll("'", "'\\''");
  return ['-H "Content-Type: application/json"', `-d '${json}'`];
}
