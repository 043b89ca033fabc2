// A sandbox responds to its own host names alone: a website could rebind a name of its own to the developer's machine.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import liveWorker from "#index.ts";
import worker from "#sandbox.ts";
import { docsUrl } from "../../support/api.ts";
import { useMutedLog } from "../../support/faults.ts";
import { LIVE_VARIABLES } from "../../support/live-variables.ts";
import { MERCHANT_API, TOKEN_PATH } from "../../support/paths.ts";

const send = (url: string, init: RequestInit = {}) =>
  worker.fetch(new Request(url, init), env, createExecutionContext());

describe("a sandbox", () => {
  useMutedLog();

  it.each([
    "http://payments.test",
    "https://payments.test:8443",
    "http://localhost",
    "http://localhost:8787",
    "http://127.0.0.1:8790",
    "http://[::1]:8787",
  ])("responds at %s", async (origin) => {
    expect((await send(`${origin}/health`)).status).toBe(200);
  });

  it.each([
    "http://evil.test",
    "http://evil.test:8787",
    "http://payments.test.evil.test",
    "http://evil.payments.test",
    "http://localhost.evil.test",
    "http://localhost@evil.test",
    "http://127.0.0.2",
    "http://0.0.0.0:8787",
    "http://[::]:8787",
    "http://192.168.1.7:8787",
  ])("refuses %s", async (origin) => {
    const response = await send(`${origin}/health`);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 421,
      body: {
        success: false,
        error: "a sandbox responds at localhost and at the host of its PUBLIC_URL, nowhere else",
        code: "misdirected_request",
        request_id: response.headers.get("X-Request-Id"),
        docs_url: docsUrl("misdirected_request"),
      },
    });
  });

  it.each([
    ["POST", "/sandbox/merchants"],
    ["GET", "/sandbox"],
    ["GET", "/dashboard"],
    ["POST", TOKEN_PATH],
    ["GET", "/realms/payment-platform/.well-known/openid-configuration"],
    ["POST", `${MERCHANT_API}/register`],
    ["OPTIONS", `${MERCHANT_API}/public/payment-intents/${crypto.randomUUID()}`],
    ["GET", "/nothing"],
  ])("refuses another host before %s %s", async (method, path) => {
    expect((await send(`http://evil.test${path}`, { method })).status).toBe(421);
  });
});

describe("live", () => {
  it("relies on its route", async () => {
    const live = { ...env, ...LIVE_VARIABLES } as Env;
    const request = new Request("https://other.test/health");
    expect((await liveWorker.fetch(request, live, createExecutionContext())).status).toBe(200);
  });
});
