// The API reference as wrangler serves it: built, and past the Worker. Runs in Node.
import { runInNewContext } from "node:vm";
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

describe.each(["sandbox", "live"])("the API reference in %s", (environment) => {
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

  /** What the page loads, by tag. */
  async function referencesOf(tag: "script" | "link"): Promise<string[]> {
    const { text } = await open("/docs");
    const elements = text.matchAll(new RegExp(`<${tag} [^>]*(?:src|href)="([^"]+)"`, "g"));
    return Array.from(elements, ([, reference = ""]) => reference);
  }

  it("is named by the start page, as are the pages", async () => {
    const { status, headers, text } = await open("/");
    expect(status).toBe(200);
    expect(headers.get("Content-Security-Policy")).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(text).not.toMatch(/<script|<style|\s(style|on\w+)=/);
    const links = Array.from(text.matchAll(/<a href="([^"]+)"/g), ([, link = ""]) => link);
    const pages = ["/dashboard", "/pos", "/docs", "/openapi.json", "/health"];
    expect(links).toEqual(environment === "sandbox" ? ["/sandbox", "/wallet", ...pages] : pages);
    expect(text.toLowerCase().includes("sandbox")).toBe(environment === "sandbox");
    for (const link of links) expect((await open(link)).status, link).not.toBe(404);
  });

  it("is a page that the browser may not keep without asking", async () => {
    const { status, headers } = await open("/docs");
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
  });

  it("allows its own files and Scalar's style elements, but no inline script and no eval", async () => {
    const { headers } = await open("/docs");
    const policy = headers.get("Content-Security-Policy") ?? "";
    const hashes = "(?: 'sha256-[A-Za-z0-9+/]{43}=')+";
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "img-src 'self'",
      expect.stringMatching(new RegExp(`^style-src-elem 'self'${hashes}$`)),
      "style-src-attr 'unsafe-inline'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types vue",
    ]);
  });

  it("loads files that browsers may keep for a year", async () => {
    const references = [...(await referencesOf("script")), ...(await referencesOf("link"))];
    expect(references.map((path) => path.replace(/\.[0-9a-f]{12}\./, "."))).toEqual([
      "/assets/docs.js",
      "/assets/scalar.js",
      "/assets/favicon.svg",
      "/assets/docs.css",
    ]);
    for (const path of references) {
      const { status, headers } = await open(path);
      expect(status, path).toBe(200);
      expect(headers.get("Cache-Control"), path).toBe("public, max-age=31536000, immutable");
    }
  });

  it.each(["/", "/docs", "/openapi.json"])(
    "sends the headers that protect a browser with %s",
    async (path) => {
      const { headers } = await open(path);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Referrer-Policy")).toBe("no-referrer");
      expect(headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
      expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    },
  );

  it("names no other host, in the page or in what starts Scalar", async () => {
    const [loader = ""] = await referencesOf("script");
    for (const path of ["/docs", loader]) expect((await open(path)).text, path).not.toMatch(/\/\/\w/);
  });

  it("starts Scalar without what would send requests, compile code or keep a credential", async () => {
    const [loader = ""] = await referencesOf("script");
    const createApiReference = vi.fn();
    const page = {
      Scalar: { createApiReference },
      location: { origin: "http://localhost:9000" },
      addEventListener: (_: string, start: () => void) => start(),
    };
    runInNewContext((await open(loader)).text, page);
    expect(page).toMatchObject({ __zod_globalConfig: { jitless: true } });
    expect(createApiReference).toHaveBeenCalledExactlyOnceWith("#reference", {
      url: "/openapi.json",
      servers: [{ url: "http://localhost:9000" }],
      defaultOpenAllTags: true,
      documentDownloadType: "direct",
      agent: { disabled: true },
      hideClientButton: true,
      hideTestRequestButton: true,
      mcp: { disabled: true },
      persistAuth: false,
      proxyUrl: "",
      showDeveloperTools: "never",
      telemetry: false,
      withDefaultFonts: false,
    });
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
    const { status, headers, text } = await open("/assets/scalar.000000000000.js");
    expect(status).toBe(404);
    expect(JSON.parse(text).code).toBe("route_not_found");
    expect(headers.get("Cache-Control")).toBe("no-store");
  });
});
