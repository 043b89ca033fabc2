// The API reference: a page for each tag of the OpenAPI document, and lists of the operations that shops, wallets and operators have.
import { html } from "hono/html";
import type { Audience } from "../../core/http/describe.ts";
import type { JsonSchema, OpenApiDocument, SecurityScheme } from "../openapi/types.ts";
import { nameOf } from "./fields.ts";
import { inlineMarkdown, markdown } from "./markdown.ts";
import { objectSection, operationSection, type PlacedOperation } from "./operation.ts";
import { type Html, page } from "./page.ts";

/** Where the list of an audience's operations is. */
const LISTS: Record<Audience, string> = {
  shop: "/docs",
  wallet: "/docs/wallet-api",
  operator: "/docs/operator-api",
};

export async function referenceFiles(
  document: OpenApiDocument,
  ofAudiences: ReadonlyMap<Audience, OpenApiDocument>,
): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const operations = operationsOf(document);
  for (const tag of document.tags) {
    const own = operations.filter(({ operation }) => operation.tags.includes(tag.name));
    const path = pathOf(tag.name);
    files.set(`${path}.html`, await page(path, tag.name, tagContent(document, tag, own)));
  }
  for (const [audience, own] of ofAudiences) {
    const path = LISTS[audience];
    files.set(
      `${path}.html`,
      await page(path, own.info.title, listContent(own, `/openapi/${audience}.json`)),
    );
  }
  return files;
}

function operationsOf({ paths, webhooks }: OpenApiDocument): PlacedOperation[] {
  return Object.entries({ ...paths, ...webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function pathOf(tag: string): string {
  return `/docs/api/${tag.toLowerCase().replaceAll(" ", "-")}`;
}

function listContent(document: OpenApiDocument, address: string): Html {
  const { info, tags, components } = document;
  const operations = operationsOf(document);
  return html`<h1>${info.title}</h1>
    <p><strong>New here?</strong> The <a href="/docs/tutorial">tutorial</a> goes from nothing to a refund in one terminal.</p>
    ${markdown(info.description)}
    <p>As an OpenAPI 3.1 document: <a href="${address}">${address}</a></p>
    <h2 id="access">Access</h2>
    ${Object.entries(components.securitySchemes).map(([name, scheme]) => accessSection(name, scheme))}
    ${tags.map(
      ({ name, description }) => html`
        <h2><a href="${pathOf(name)}">${name}</a></h2>
        <p>${inlineMarkdown(description)}</p>
        ${linksTo(
          operations.filter(({ operation }) => operation.tags.includes(name)),
          pathOf(name),
        )}`,
    )}`;
}

function accessSection(name: string, { description, flows }: SecurityScheme): Html {
  const url = flows?.clientCredentials?.tokenUrl;
  const address = url === undefined ? "" : html` Tokens are at <code>${url}</code>.`;
  return html`<p><code>${name}</code>: ${inlineMarkdown(description)}${address}</p>`;
}

function linksTo(operations: readonly PlacedOperation[], path = ""): Html {
  return html`<ul class="operations">${operations.map(
    ({ method, path: at, operation }) => html`
      <li><a href="${path}#${operation.operationId}">${operation.summary}</a> <code>${method} ${at}</code></li>`,
  )}
    </ul>`;
}

function tagContent(
  document: OpenApiDocument,
  { name, description }: OpenApiDocument["tags"][number],
  operations: readonly PlacedOperation[],
): Html {
  const objects = objectsOf(document, operations);
  return html`<h1>${name}</h1>
    <p>${inlineMarkdown(description)}</p>
    ${linksTo(operations)}
    ${operations.map((placed) => operationSection(document, placed))}
    ${objects.length === 0 ? "" : html`<h2 id="objects">Objects</h2>`}
    ${objects.map(([object, schema]) => objectSection(object, schema))}`;
}

/** The components that the operations' bodies are made of, but for failures, whose form is the same everywhere. */
function objectsOf(
  { components }: OpenApiDocument,
  operations: readonly PlacedOperation[],
): [string, JsonSchema][] {
  const bodies = operations.flatMap(({ operation: { requestBody, responses } }) => [
    requestBody?.content,
    ...Object.values(responses).map((response) => ("content" in response ? response.content : undefined)),
  ]);
  const names = new Set(referencesIn(bodies));
  names.delete("Failure");
  for (const name of names) for (const inner of referencesIn(components.schemas[name])) names.add(inner);
  return Object.entries(components.schemas).filter(([name]) => names.has(name));
}

function referencesIn(value: unknown): string[] {
  const text = JSON.stringify(value) ?? "";
  return Array.from(text.matchAll(/"#\/components\/schemas\/(\w+)"/g), ([, name = ""]) => nameOf(name));
}
