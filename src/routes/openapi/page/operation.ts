import { html } from "hono/html";
import type { MediaType, OpenApiDocument, OperationObject, Reference, ResponseObject } from "../types.ts";
import { curlFor, isParameter } from "./curl.ts";
import { codeBlock, type Html, inline, prose } from "./html.ts";
import { componentName, fieldRow, fieldTable, propertyTable, schemaLink } from "./schema.ts";

export interface Entry {
  method: string;
  path: string;
  operation: OperationObject;
}

export function operationArticle(document: OpenApiDocument, entry: Entry): Html {
  const { method, path, operation } = entry;
  return html`<article id="${operation.operationId}">
    <h3>${operation.summary}</h3>
    <div class="path"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></div>
    ${operation.description === undefined ? "" : prose(operation.description)}
    ${parameters(document, operation)}
    ${requestBody(document, operation)}
    ${codeBlock(curlFor(document, entry))}
    <h4>Answers</h4>
    ${Object.entries(operation.responses).map(([status, response]) => responseHtml(document, status, response))}
  </article>`;
}

/** A webhook has no address of ours, so it has no curl either. */
export function webhookArticle(type: string, operation: OperationObject): Html {
  const [media] = Object.values(operation.requestBody?.content ?? {});
  return html`<article id="webhook-${type}">
    <h3><code>${type}</code></h3>
    <p>${operation.summary}.</p>
    <details><summary>Example</summary>${example(media)}</details>
  </article>`;
}

export function webhookHeaders(document: OpenApiDocument, operation: OperationObject): Html | string {
  return parameters(document, operation);
}

function parameters(document: OpenApiDocument, { parameters: items = [] }: OperationObject): Html | string {
  if (items.length === 0) return "";
  const rows = items.map((item) => {
    const parameter = isParameter(item) ? item : lookUp(document.components.parameters, item);
    const { name, description = "", schema, required = false } = parameter;
    return fieldRow(
      name,
      { ...schema, description: `${description} In the ${parameter.in}.`.trim() },
      required,
    );
  });
  return html`<h4>Parameters</h4>${fieldTable(rows)}`;
}

function requestBody(document: OpenApiDocument, operation: OperationObject): Html | string {
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || media === undefined) return "";
  const schema = document.components.schemas[componentName(media.schema) ?? ""] ?? media.schema;
  const optional = operation.requestBody?.required ? "" : ", may be left out";
  return html`<h4>Body <code>${type}</code>${optional}</h4>${propertyTable(schema)}`;
}

function responseHtml(document: OpenApiDocument, status: string, item: ResponseObject | Reference): Html {
  const response = "$ref" in item ? lookUp(document.components.responses, item) : item;
  const [type, media] = Object.entries(response.content ?? {})[0] ?? [];
  const name = media === undefined ? null : componentName(media.schema);
  const heading = html`<strong>${status}</strong> ${inline(response.description)}`;
  const isImage = type?.startsWith("image/");
  if (media === undefined || isImage)
    return html`<p>${heading} ${isImage ? html`<code>${type}</code>` : ""}</p>`;
  return html`<details><summary>${heading}</summary>
    ${name === null ? "" : html`<p class="soft">Body: ${schemaLink(name)}</p>`}
    ${example(media)}
  </details>`;
}

function example(media: MediaType | undefined): Html[] {
  const values = Object.values(media?.examples ?? {});
  return values.map(({ value }) => codeBlock(JSON.stringify(value, null, 2)));
}

function lookUp<T>(components: Record<string, T>, { $ref }: Reference): T {
  const found = components[$ref.split("/").at(-1) ?? ""];
  if (found === undefined) throw new Error(`the document lacks ${$ref}`);
  return found;
}
