// The documents as wrangler serves them: built, and past the Worker. Runs in Node.
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestHarness, unstable_readConfig } from "wrangler";
import type { OpenApiDocument } from "#scripts/openapi/types.ts";

const SECRETS = {
  MASTER_KEY: "dGVzdC1tYXN0ZXIta2V5LW9mLTMyLWJ5dGVzLWxvbmc=",
  IDEMPOTENCY_KEY_SECRET: "dGVzdC1pZGVtcG90ZW5jeS1rZXktc2VjcmV0LTMyISE=",
  WALLET_ID_SECRET: "dGVzdC13YWxsZXQtaWQtc2VjcmV0LTMyLWJ5dGVzISE=",
  ADMIN_CLIENT_ID: "platform-admin",
  ADMIN_CLIENT_SECRET: "test-admin-secret",
  AUTH_ADMIN_CLIENT_ID: "identity-admin",
  AUTH_ADMIN_CLIENT_SECRET: "test-identity-admin-secret",
  LEDGER_TOKEN: "test-ledger-token",
  LEDGER_EVENTS_SECRET: "whsec_dGVzdC1sZWRnZXItZXZlbnRzLXNlY3JldC0zMmJ5dGU=",
  // `npm start` sets it in .dev.vars, and live mode refuses it.
  WEBHOOK_ALLOW_PRIVATE: "false",
};

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

describe.each([
  ["sandbox", "/start"],
  ["live", "/"],
])("the documents in %s", (environment, start) => {
  const env = environment === "live" ? { env: environment } : {};
  const server = createTestHarness({
    workers: [{ configPath: "wrangler.toml", secrets: SECRETS, ...env }],
  });

  beforeAll(async () => {
    vi.stubEnv("CLOUDFLARE_CF_FETCH_ENABLED", "false");
    vi.stubEnv("WRANGLER_SEND_METRICS", "false");
    // The build step makes no secrets and no tables here.
    vi.stubEnv("IS_PREPARED", "true");
    await server.listen();
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await server.close();
  });

  async function open(path: string) {
    const response = await server.fetch(path, { redirect: "manual" });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** All that is served below /docs leads, link by link, to this. Addresses on other hosts are left out. */
  async function allPages(): Promise<Map<string, string>> {
    const pages = new Map([["/docs", (await open("/docs")).text]]);
    for (const [, text] of pages)
      for (const [, path = ""] of text.matchAll(/href="(\/docs[^"#]*)/g))
        if (!pages.has(path)) {
          const { status, text: content } = await open(path);
          expect(status, path).toBe(200);
          pages.set(path, content);
        }
    return pages;
  }

  it("is named by the start page, as are the pages", async () => {
    const { status, text } = await open(start);
    expect(status).toBe(200);
    expect(text).not.toMatch(/<script|<style|\s(style|on\w+)=/);
    const links = Array.from(text.matchAll(/<a href="([^"]+)"/g), ([, link = ""]) => link);
    const pages = ["/dashboard", "/pos", "/wallet", "/desk"];
    expect(links).toEqual([...pages, "/docs", "/openapi.json", "/health"]);
    expect(text.toLowerCase()).not.toContain("sandbox");
    for (const link of links) expect((await open(link)).status, link).not.toBe(404);
  });

  it("is a page that the browser may not keep without asking", async () => {
    const { status, headers } = await open("/docs");
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
  });

  it.each([start, "/docs", "/docs/tutorial", "/docs/tutorial.md", "/llms.txt", "/client", "/openapi.json"])(
    "sends the headers that protect a browser with %s",
    async (path) => {
      const { headers } = await open(path);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Referrer-Policy")).toBe("no-referrer");
      expect(headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
      expect(headers.get("Content-Security-Policy")).toBe(POLICY);
    },
  );

  it("are pages without a script, of at most 300 KB with all that they load, whose links and anchors are there", async () => {
    const pages = await allPages();
    expect(pages.size).toBeGreaterThanOrEqual(24);
    const style = (await open("/pages/docs.css")).text.length;
    for (const [path, text] of pages) {
      if (/\/receivers\/|\.md$/.test(path)) continue;
      expect(text, path).not.toMatch(/<script|<style|\s(style|on\w+)="|<img/);
      const loaded = Array.from(
        text.matchAll(/<link rel="(?:icon|stylesheet)" href="([^"]+)"/g),
        ([, file]) => file,
      );
      expect(loaded, path).toEqual(["/pages/favicon.svg", "/pages/docs.css"]);
      expect(text.length + style, path).toBeLessThanOrEqual(300_000);
      for (const [, target = "", anchor = ""] of text.matchAll(/href="([^"#:]*)#([^"]+)"/g)) {
        const content = target === "" ? text : pages.get(target);
        expect(content, `${path} to ${target}#${anchor}`).toContain(`id="${anchor}"`);
      }
      expect(text, path).toContain("No licence has been chosen");
    }
  });

  it("have every operation of the OpenAPI document under its name", async () => {
    const { paths }: OpenApiDocument = JSON.parse((await open("/openapi.json")).text);
    const text = [...(await allPages()).values()].join("");
    const names = Object.values(paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => !text.includes(`id="${name}"`))).toEqual([]);
  });

  it("have guides as Markdown, whose links are there", async () => {
    for (const name of ["tutorial", "client", "api", "webhooks", "plugin", "errors", "changelog"]) {
      const { status, headers, text } = await open(`/docs/${name}.md`);
      expect({ status, type: headers.get("Content-Type") }).toEqual({
        status: 200,
        type: "text/markdown; charset=utf-8",
      });
      expect(text).toMatch(/^# /);
      await expectLinks(text);
    }
  });

  it("are listed for programs in at most 3 KB, whose links are there", async () => {
    const { status, headers, text } = await open("/llms.txt");
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3_000);
    expect(await expectLinks(text)).toBeGreaterThanOrEqual(8);
  });

  /** Looks at the links to this service, and returns how many there are. */
  async function expectLinks(text: string): Promise<number> {
    const { vars } = unstable_readConfig({ config: "wrangler.toml", ...env });
    const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => link);
    const own = links.filter((link) => link.startsWith(`${vars.PUBLIC_URL}/`));
    for (const link of own) {
      const { status, headers } = await open(link.slice(vars.PUBLIC_URL.length).replace(/#.*/, ""));
      expect(status, link).toBe(200);
      expect(headers.get("Content-Type"), link).toMatch(
        /^(text\/(markdown|plain|yaml); charset=utf-8|application\/json)$/,
      );
    }
    expect(links.filter((link) => !/^(https?:\/\/|#)/.test(link))).toEqual([]);
    return own.length;
  }

  it("name the newest client with its digest, under an address that never changes", async () => {
    const { headers, text } = await open("/client");
    expect(headers.get("Content-Type")).toBe("application/json");
    const { vars } = unstable_readConfig({ config: "wrangler.toml", ...env });
    const { version, url, integrity, install } = JSON.parse(text);
    expect(url).toBe(`${vars.PUBLIC_URL}/client/merchant-payments-client-${version}.tgz`);
    expect(install).toBe(`npm install ${url}`);
    const tarball = await server.fetch(url.slice(vars.PUBLIC_URL.length));
    expect(tarball.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    const digest = createHash("sha512").update(Buffer.from(await tarball.arrayBuffer()));
    expect(integrity).toBe(`sha512-${digest.digest("base64")}`);
  });

  it("shows the environment's own document, which any origin may read", async () => {
    const { status, headers, text } = await open("/openapi.json");
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("application/json");
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
    const { paths, servers }: OpenApiDocument = JSON.parse(text);
    const { vars } = unstable_readConfig({ config: "wrangler.toml", ...env });
    expect(servers).toEqual([{ url: vars.PUBLIC_URL, description: environment }]);
    const hasSandbox = Object.keys(paths).some((path) => path.startsWith("/sandbox/"));
    expect(hasSandbox).toBe(environment === "sandbox");
  });

  it("leaves a missing file to the Worker, whose 404 no one keeps", async () => {
    const { status, headers, text } = await open("/docs/no-such-guide");
    expect(status).toBe(404);
    expect(JSON.parse(text).code).toBe("route_not_found");
    expect(headers.get("Cache-Control")).toBe("no-store");
  });
});
