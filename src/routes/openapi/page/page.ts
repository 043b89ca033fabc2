// The document as a page for people: no script, nothing from elsewhere.
import { html, raw } from "hono/html";
import type { OpenApiDocument, OperationObject } from "../types.ts";
import { curlFor } from "./curl.ts";
import { codeBlock, type Html, prose, slug } from "./html.ts";
import { type Entry, operationArticle, webhookArticle, webhookHeaders } from "./operation.ts";
import { propertyTable } from "./schema.ts";
import { STYLES } from "./styles.ts";

const WEBHOOKS = "Webhooks";

export function referencePage(document: OpenApiDocument): Html {
  const { title, version, description } = document.info;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: reference</title>
<style>${raw(STYLES)}</style>
</head>
<body>
<details class="contents"><summary>Contents</summary>${contents(document)}</details>
<main>
  <h1>${title}</h1>
  <p class="soft">Version ${version}, ${document.servers[0]?.description}: <code>${document.servers[0]?.url}</code>.
    For machines: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
  ${prose(description)}
  ${takeAPayment(document)}
  ${document.tags.map(({ name, description: about }) => section(document, name, about))}
  <h2 id="schemas">Schemas</h2>
  ${Object.entries(document.components.schemas).map(
    ([name, schema]) => html`<article id="schema-${name}"><h3>${name}</h3>${propertyTable(schema)}</article>`,
  )}
</main>
</body>
</html>`;
}

function contents(document: OpenApiDocument): Html {
  return html`<nav aria-label="Contents"><ul>
    <li><a href="#take-a-payment">Take a payment</a></li>
    ${document.tags.map(
      ({ name }) => html`<li><a href="#${slug(name)}">${name}</a><ul>
        ${linksOf(document, name).map(([id, text]) => html`<li><a href="#${id}">${text}</a></li>`)}
      </ul></li>`,
    )}
    <li><a href="#schemas">Schemas</a></li>
  </ul></nav>`;
}

function linksOf(document: OpenApiDocument, tag: string): (readonly [id: string, text: string])[] {
  if (tag === WEBHOOKS)
    return Object.keys(document.webhooks).map((type) => [`webhook-${type}`, type] as const);
  return entriesOf(document, tag).map(({ operation }) => [operation.operationId, operation.summary] as const);
}

function section(document: OpenApiDocument, tag: string, description: string): Html {
  return html`<section><h2 id="${slug(tag)}">${tag}</h2>
    ${prose(description)}
    ${tag === WEBHOOKS ? webhooks(document) : entriesOf(document, tag).map((entry) => operationArticle(document, entry))}
  </section>`;
}

function webhooks(document: OpenApiDocument): (Html | string)[] {
  const all = Object.entries(document.webhooks).flatMap(([type, { post }]) =>
    post === undefined ? [] : [[type, post] as const],
  );
  const [first] = all;
  return [
    html`<p>Each is a POST with a <a href="#schema-WebhookEvent">WebhookEvent</a> as its body. Answer 2xx within
      15 seconds; anything else is tried again for about three days, but 410, which ends it.</p>`,
    first === undefined ? "" : webhookHeaders(document, first[1]),
    ...all.map(([type, operation]) => webhookArticle(type, operation)),
  ];
}

function entriesOf({ paths }: OpenApiDocument, tag: string): Entry[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method, path, operation })),
  );
}

/** The standard QR flow, with the operations' own examples. */
function takeAPayment(document: OpenApiDocument): Html {
  const entries = document.tags.flatMap(({ name }) => entriesOf(document, name));
  const curl = (operationId: OperationObject["operationId"]) => {
    const entry = entries.find(({ operation }) => operation.operationId === operationId);
    return entry === undefined ? "" : codeBlock(curlFor(document, entry));
  };
  return html`<h2 id="take-a-payment">Take a payment</h2>
    <ol class="steps">
      <li>Take an access token with the credentials you were given at registration. It lives for 300 seconds.
        ${curl("takeToken")}</li>
      <li>Create a payment intent. An <code>Idempotency-Key</code> header makes it safe to repeat.
        ${curl("createPaymentIntent")}</li>
      <li>Show the customer <code>qr_code_url</code> of the answer: it is an image source as it stands.</li>
      <li>Ship when the webhook <a href="#webhook-payment.completed"><code>payment.completed</code></a> arrives and its
        signature is right. Set its address once:
        ${curl("updateWebhookSettings")}</li>
      <li>In the sandbox, be your own customer: <a href="#simulate">play the customer</a>. If no webhook comes, read the
        intent every 2 to 3 seconds until it is no longer <code>pending</code>.
        ${curl("getPaymentIntent")}</li>
    </ol>`;
}
