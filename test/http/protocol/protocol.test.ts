// What holds for every path: unknown routes, wrong methods, sizes, configuration.
import { createExecutionContext, createMessageBatch } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { checkHealth } from "#core/services/operations/health.ts";
import liveWorker from "#index.ts";
import { dependenciesFor } from "#main/composition.ts";
import { createSandboxApp } from "#sandbox/app.ts";
import { sandboxDependenciesFor } from "#sandbox/composition.ts";
import { BASE_URL, call, UUID } from "../../support/api.ts";
import { moveClock } from "../../support/clock.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { failDatabase, holdDatabase, muteLog } from "../../support/faults.ts";
import { LIVE_VARIABLES } from "../../support/live-variables.ts";
import { makeMerchant } from "../../support/parties.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { startService } from "../../support/rate-limits.ts";

const ID = crypto.randomUUID();
const LIVE = { ...env, ...LIVE_VARIABLES } as Env;
const context = () => createExecutionContext();

describe("GET /health", () => {
  it("returns 200 while the database responds", async () => {
    const response = await call("GET", "/health");
    expect({ status: response.status, body: response.body }).toEqual({
      status: 200,
      body: { success: true, database: "up" },
    });
  });

  it("returns 503 when the database fails, and logs why", async () => {
    const lines = muteLog();
    failDatabase(/./);
    const response = await startService()("/health");
    const { status, headers } = response;
    const text = await response.text();
    const shown = { status, headers, text, body: JSON.parse(text) };
    expectFailure(shown, 503, "database_unavailable", "Service unavailable");
    expect(headers.get("Retry-After")).toBe("5");
    expect(lines.join()).toContain("Network connection lost");
  });

  it("asks the database once in two seconds, whoever asks for it, and remembers either result", async () => {
    muteLog();
    moveClock(0);
    const send = startService();
    const statuses = async () => [(await send("/health")).status, (await send("/health")).status];
    expect((await send("/health")).status).toBe(200);
    const asked = vi.spyOn(env.DB, "prepare");
    expect(await statuses()).toEqual([200, 200]);
    expect(asked).not.toHaveBeenCalled();
    failDatabase(/./);
    moveClock(1_999);
    expect(await statuses()).toEqual([200, 200]);
    moveClock(1);
    expect(await statuses()).toEqual([503, 503]);
  });

  it("waits at most 2 seconds for the database", async () => {
    const lines = muteLog();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const held = holdDatabase(/./);
    const checking = checkHealth(sandboxDependenciesFor({ ...env }));
    vi.advanceTimersByTime(2_000);
    expect(await checking).toEqual({ ok: false, error: "database_unavailable" });
    held.release();
    vi.useRealTimers();
    expect(lines.join()).toContain("no response within 2000 ms");
  });

  it("responds to HEAD without a body", async () => {
    const response = await exports.default.fetch(`${BASE_URL}/health`, { method: "HEAD" });
    expect({ status: response.status, text: await response.text() }).toEqual({ status: 200, text: "" });
  });
});

describe("an unknown route", () => {
  it.each([
    "/nothing",
    "/merchant/api/v1",
    `/merchant/api/v1/payment-intents/${ID}/capture`,
    `/merchant/api/v1/payment-intents/${ID}/refund/again`,
    "/MERCHANT/API/V1/PAYMENT-INTENTS",
    "/merchant/api/v1/public",
    "/.env",
    "/%00",
  ])("%s returns 404, with a token or without", async (path) => {
    const { token } = await makeMerchant();
    for (const method of ["GET", "POST", "DELETE"]) {
      expectFailure(await call(method, path), 404, "route_not_found", "Not found");
      expectFailure(await call(method, path, { token }), 404, "route_not_found", "Not found");
    }
  });
});

describe("a browser that gets lost", () => {
  const browse = (path: string, headers: Record<string, string> = {}) =>
    exports.default.fetch(BASE_URL + path, { headers: { Accept: "text/html,*/*;q=0.8", ...headers } });

  it("sees a page in its language that leads to the start page", async () => {
    const response = await browse("/nothing", { "Accept-Language": "de" });
    const text = await response.text();
    expect(response.status).toBe(404);
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=UTF-8");
    expect(response.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'; style-src 'self';/);
    expect(response.headers.get("X-Request-Id")).toMatch(UUID);
    expect(text).toMatch(/^<!doctype html>\s*<html lang="de"/);
    expect(text).toContain('href="/"');
    expect(text).not.toMatch(/<script|<style|\son\w+=/);
  });

  it("gets JSON for a wrong method, as any client does", async () => {
    const response = await browse(`${MERCHANT_API}/register`);
    expect(await response.json()).toMatchObject({ code: "method_not_allowed" });
  });
});

describe("a wrong method", () => {
  it.each([
    ["DELETE", "/health", "GET"],
    ["GET", `${MERCHANT_API}/register`, "POST"],
    ["DELETE", `${MERCHANT_API}/payment-intents`, "GET, POST"],
    ["PUT", `${MERCHANT_API}/payment-intents/${ID}`, "GET"],
    ["POST", `${MERCHANT_API}/public/payment-intents/${ID}`, "GET"],
    ["POST", `${MERCHANT_API}/webhook`, "GET, PUT"],
    ["GET", `/wallet/api/v1/payment-intents/${ID}/confirm`, "POST"],
    ["GET", "/internal/ledger-events", "POST"],
    ["PUT", "/merchant/api/v1/webhook-deliveries/recover", "POST"],
  ])("%s %s returns 405 with Allow: %s", async (method, path, allow) => {
    const response = await call(method, path);
    expectFailure(response, 405, "method_not_allowed", "Method not allowed");
    expect(response.headers.get("Allow")).toBe(allow);
  });

  it.each([
    ["PUT", "/protocol/openid-connect/token", 405, "POST"],
    ["DELETE", "/protocol/openid-connect/certs", 405, "GET"],
    ["PATCH", "/nowhere", 404, null],
  ])(
    "%s of the provider's %s returns %i in the provider's own format",
    async (method, path, status, allow) => {
      const response = await exports.default.fetch(`${BASE_URL}/realms/payment-platform${path}`, { method });
      expect({ status: response.status, allow: response.headers.get("Allow") }).toEqual({ status, allow });
      expect(response.headers.get("X-Request-Id")).toMatch(UUID);
      expect((await response.json<{ error: string }>()).error).toMatch(new RegExp(`^HTTP ${status} `));
    },
  );
});

describe("a request id", () => {
  it("is new for every request and never the caller's own", async () => {
    const headers = { "X-Request-Id": "11111111-1111-4111-8111-111111111111" };
    const ids = await Promise.all(
      [1, 2].map(async () => (await call("GET", "/health", { headers })).headers),
    );
    expect(
      new Set([...ids.map((response) => response.get("X-Request-Id")), headers["X-Request-Id"]]).size,
    ).toBe(3);
  });
});

describe("a body of more than 64 KB", () => {
  it.each([
    ["POST", `${MERCHANT_API}/register`],
    ["POST", `${MERCHANT_API}/payment-intents/${ID}/cancel`],
    ["POST", "/sandbox/v1/wallets"],
    ["POST", "/internal/ledger-events"],
  ])("is refused by %s %s with 413, whole or in chunks", async (method, path) => {
    const { token } = await makeMerchant();
    const text = " ".repeat(64 * 1024 + 1);
    for (const headers of [{}, { "Transfer-Encoding": "chunked" }]) {
      const response = await call(method, path, { token, text, headers });
      expectFailure(response, 413, "body_too_large", "request body must be at most 64 KB");
    }
  });
});

describe("a wrong configuration", () => {
  it.each(["ENVIRONMENT", "PUBLIC_URL", "MASTER_KEY", "WEBHOOK_ALLOW_PRIVATE"])(
    "of %s makes every request return an opaque 503",
    async (variable) => {
      muteLog();
      const broken = { ...env, [variable]: variable === "WEBHOOK_ALLOW_PRIVATE" ? "maybe" : "" } as Env;
      for (const path of [
        "/health",
        `${MERCHANT_API}/payment-intents`,
        "/nothing",
        "/realms/payment-platform",
      ]) {
        const response = await createSandboxApp().request(path, {}, broken);
        expect(response.status).toBe(503);
        expect(await response.json()).toEqual({
          success: false,
          error: "Service unavailable",
          code: "service_unavailable",
          request_id: response.headers.get("X-Request-Id"),
          docs_url: expect.stringMatching(/^https?:\/\/[^/]+\/docs\/errors#service_unavailable$/),
        });
      }
    },
  );
});

describe("the live Worker", () => {
  it.each([
    ["GET", "/sandbox"],
    ["POST", "/sandbox/merchants"],
    ["GET", "/sandbox/v1/inbox"],
    ["POST", "/sandbox/v1/wallets"],
    ["GET", "/sandbox/v1/wallets"],
    ["POST", `/sandbox/v1/payment-intents/${ID}/simulate`],
    ["POST", "/realms/payment-platform/protocol/openid-connect/token"],
    ["GET", "/realms/payment-platform/.well-known/openid-configuration"],
    ["GET", "/admin/realms/payment-platform/clients"],
  ])("has no %s %s", async (method, path) => {
    const response = await requestLive(path, method);
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 404,
      body: {
        success: false,
        error: "Not found",
        code: "route_not_found",
        request_id: response.headers.get("X-Request-Id"),
      },
    });
  });

  it.each(["/payment-intents", "/wallets", "/api/wallets"])(
    "suggests no sandbox path for %s",
    async (path) => {
      const response = await requestLive(path);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain("/sandbox/");
    },
  );

  it("has no consumer for the queue of the embedded ledger", async () => {
    const batch = createMessageBatch("ledger-settlements-live", []);
    await expect(liveWorker.queue(batch, LIVE, context())).rejects.toThrow("no handler for queue");
  });

  it("serves no sandbox, and the sandbox's serves no live", async () => {
    muteLog();
    const { fetch } = liveWorker;
    expect((await fetch(new Request("https://payments.test/health"), env, context())).status).toBe(503);
    expect(messageOf(() => dependenciesFor({ ...env }))).toContain("ENVIRONMENT must be live");
    expect(messageOf(() => sandboxDependenciesFor(LIVE))).toContain("ENVIRONMENT must be sandbox");
    expect((await createSandboxApp().request("/health", {}, LIVE)).status).toBe(503);
  });
});

async function requestLive(path: string, method = "GET"): Promise<Response> {
  return await liveWorker.fetch(new Request(`https://payments.test${path}`, { method }), LIVE, context());
}

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}
