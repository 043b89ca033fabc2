// The reference page: made of the document, and of nothing else.
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "../../src/routes/openapi/document.ts";
import { referencePage } from "../../src/routes/openapi/page/page.ts";
import { BASE_URL } from "../support/api.ts";
import { deps } from "../support/objects.ts";
import { document, operations } from "../support/openapi.ts";

async function open(path: string) {
  const response = await exports.default.fetch(BASE_URL + path, { redirect: "manual" });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

describe("GET /docs", () => {
  it("is where the root leads", async () => {
    const { status, headers } = await open("/");
    expect(status).toBe(302);
    expect(headers.get("Location")).toBe("/docs");
  });

  it("shows every operation, webhook and schema under an anchor of its own", async () => {
    const { html, headers } = await open("/docs");
    expect(headers.get("Content-Type")).toBe("text/html; charset=UTF-8");
    const anchors = [
      ...operations.map(({ operation }) => operation.operationId),
      ...Object.keys(document.webhooks).map((type) => `webhook-${type}`),
      ...Object.keys(document.components.schemas).map((name) => `schema-${name}`),
    ];
    for (const anchor of anchors) expect(html.split(`id="${anchor}"`), anchor).toHaveLength(2);
  });

  it("has no link of its own that leads nowhere", async () => {
    const { html } = await open("/docs");
    for (const [, anchor = ""] of html.matchAll(/href="#([^"]+)"/g)) expect(html).toContain(`id="${anchor}"`);
  });

  it("loads nothing, and allows nothing but its own styles", async () => {
    const { html, headers } = await open("/docs");
    const [, styles = ""] = /<style>(.*)<\/style>/s.exec(html) ?? [];
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(styles));
    const hash = new Uint8Array(digest).toBase64();
    expect(headers.get("Content-Security-Policy")).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(html).not.toMatch(/<(script|link|img|iframe|object)\b|\sstyle=|\son\w+=|@import|url\(/);
  });

  it("escapes what it shows", async () => {
    const hostile = openApiDocument({ ...deps.config, publicUrl: 'http://x"><script>alert(1)</script>' });
    const html = String(await referencePage(hostile));
    expect(html).not.toContain("<script>");
    expect(html).toContain("&lt;script&gt;");
  });
});
