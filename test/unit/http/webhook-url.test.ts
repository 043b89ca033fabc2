import { env } from "cloudflare:workers";
import type { Context } from "hono";
import { describe, expect, it } from "vitest";
import type { AppEnv } from "#core/http/app-env.ts";
import { completeResponse } from "#core/http/response-headers.ts";
import { webhookFault } from "#core/http/webhook-url.ts";
import { readConfig } from "#main/read-config.ts";
import { muteLog } from "../../support/faults.ts";
import { startReceiver } from "../../support/receiver.ts";

const RESOLVER = "https://resolver.test/dns-query";
const LIVE = { allowPrivate: false, ownHosts: ["pay.acme.com"], inboxUrl: null, dohUrl: RESOLVER };

function resolverResponses(data: string) {
  return startReceiver(() => Response.json({ Status: 0, Answer: [{ type: 1, data }] }));
}

describe("webhookFault", () => {
  it("accepts the sandbox's own inbox, exactly, and looks nothing up", async () => {
    const resolver = resolverResponses("10.0.0.1");
    const sandbox = { ...LIVE, inboxUrl: "https://pay.acme.com/sandbox/v1/inbox" };
    expect(await webhookFault(sandbox.inboxUrl, sandbox)).toBeNull();
    expect(await webhookFault(`${sandbox.inboxUrl}?`, sandbox)).toBe("must not lead back to this service");
    expect(resolver.requests).toEqual([]);
  });

  it("accepts a name that resolves to a public address", async () => {
    const resolver = resolverResponses("93.184.216.34");
    expect(await webhookFault("https://Hooks.Shop.com:8443/x?y", LIVE)).toBeNull();
    expect(resolver.requests.map(({ url }) => new URL(url).searchParams.get("name"))).toEqual([
      "hooks.shop.com",
      "hooks.shop.com",
    ]);
  });

  it("refuses a literal address without querying the resolver", async () => {
    const resolver = resolverResponses("93.184.216.34");
    expect(await webhookFault("https://localhost", LIVE)).toBe("must have a public host name");
    expect(resolver.requests).toEqual([]);
  });

  it("refuses a name that resolves to a private address", async () => {
    resolverResponses("10.0.0.1");
    expect(await webhookFault("https://shop.com", LIVE)).toBe("must resolve to a public address");
  });

  it("accepts the address, and logs once, when the resolver is down", async () => {
    const log = muteLog();
    startReceiver(() => new Response("down", { status: 503 }));
    expect(await webhookFault("https://shop.com/secret-path", LIVE)).toBeNull();
    expect(log.map((line) => JSON.parse(line))).toEqual([
      {
        level: "warn",
        event: "webhook_host_unresolved",
        host: "shop.com",
        error: "Error: response with status 503 is not JSON",
        stack: expect.any(Array),
      },
    ]);
  });
});

describe("readConfig", () => {
  function webhooks(change: Record<string, string>) {
    const urls = { PUBLIC_URL: "https://Pay.Acme.com.:8443/base", AUTH_URL: "", LEDGER_URL: "" };
    return readConfig({ ...env, ...urls, WEBHOOK_ALLOW_PRIVATE: "false", ...change }).webhooks;
  }

  it("takes its own host from PUBLIC_URL and resolves no names by default", () => {
    const inboxUrl = "https://pay.acme.com.:8443/base/sandbox/v1/inbox";
    const expected = { allowPrivate: false, ownHosts: ["pay.acme.com"], dohUrl: null, inboxUrl };
    expect(webhooks({ DOH_URL: "" })).toEqual(expected);
  });

  it("counts the identity provider, the ledger and the message bus among its own hosts", () => {
    const external = {
      AUTH_URL: "https://identity.acme.com/auth",
      AUTH_ADMIN_CLIENT_ID: "admin",
      AUTH_ADMIN_CLIENT_SECRET: "admin-secret",
      LEDGER_URL: "https://ledger.acme.com",
      WALLET_EVENTS_URL: "https://bus.acme.com/events",
      WALLET_EVENTS_SECRET: "whsec_dGVzdC13YWxsZXQtZXZlbnRzLXNlY3JldC0zMmJ5dGU=",
    };
    const hosts = ["pay.acme.com", "identity.acme.com", "ledger.acme.com", "bus.acme.com"];
    expect(webhooks(external).ownHosts).toEqual(hosts);
  });

  it("resolves names when a resolver is configured, but not in development", () => {
    expect(webhooks({ DOH_URL: RESOLVER }).dohUrl).toBe(RESOLVER);
    expect(webhooks({ DOH_URL: RESOLVER, WEBHOOK_ALLOW_PRIVATE: "true" }).dohUrl).toBeNull();
  });
});

function contextOf(variables: Partial<AppEnv["Variables"]>): Context<AppEnv> {
  const known = new Map<string, unknown>(Object.entries(variables));
  return {
    get: (name: string) => known.get(name),
    set: (name: string, value: unknown) => known.set(name, value),
  } as unknown as Context<AppEnv>;
}

const own = contextOf({ requestId: "own" });

const foreign = contextOf({ requestId: "foreign", isCrossOrigin: true });

describe("a complete response", () => {
  it("has headers of its own", () => {
    const responses = [
      completeResponse(own, "1", 200, { ETag: "a" }),
      completeResponse(foreign, "2", 200, { ETag: "b" }),
      completeResponse(own, "3", 404, {}),
    ];
    const seen = responses.map(({ status, headers }) => [
      status,
      ...["X-Request-Id", "ETag", "Access-Control-Allow-Origin"].map((name) => headers.get(name)),
    ]);
    expect(seen).toEqual([
      [200, "own", "a", null],
      [200, "foreign", "b", "*"],
      [404, "own", null, null],
    ]);
  });

  it("keeps to itself what is set on it later", () => {
    completeResponse(own, null, 200, {}).headers.set("Retry-After", "5");
    expect(completeResponse(own, null, 200, {}).headers.has("Retry-After")).toBe(false);
  });

  it("has what every response has, unless it has its own", () => {
    const { headers } = completeResponse(own, null, 304, { "Cache-Control": "private, no-cache" });
    expect(headers.get("Cache-Control")).toBe("private, no-cache");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  });
});
