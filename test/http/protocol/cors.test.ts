// Any web page can read the public routes, and no other.

import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, inject, it } from "vitest";
import liveWorker from "../../../src/index.ts";
import worker from "../../../src/sandbox.ts";
import { BASE_URL } from "../../support/api.ts";
import { useMutedLog } from "../../support/faults.ts";
import { makeIntent } from "../../support/intents.ts";
import { LIVE_VARIABLES } from "../../support/live-variables.ts";
import { makeMerchant } from "../../support/parties.ts";
import { MERCHANT_API, TOKEN_PATH } from "../../support/paths.ts";
import { exampleOf, routes } from "../../support/routes.ts";

const PUBLIC = `${MERCHANT_API}/public`;
const ORIGIN = "https://shop.test";
const PREFLIGHT = {
  Origin: ORIGIN,
  "Access-Control-Request-Method": "GET",
  "Access-Control-Request-Headers": "if-none-match",
};

async function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const response = await exports.default.fetch(BASE_URL + path, {
    method,
    headers: { Origin: ORIGIN, ...headers },
    redirect: "manual",
  });
  await response.arrayBuffer();
  return response;
}

const corsHeaders = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith("access-control-"));
const isPublic = (route: string) => route.includes(` ${PUBLIC}/`);

describe("public reads", () => {
  it("can be read from any web page, without its cookies", async () => {
    const { id } = await makeIntent(await makeMerchant());
    const intent = `${PUBLIC}/payment-intents/${id}`;
    for (const path of [intent, `${intent}/qr.svg`, `${intent}/qr.png`, `${PUBLIC}/merchants`]) {
      const response = await ask("GET", path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(response.headers.has("Access-Control-Allow-Credentials")).toBe(false);
    }
  });

  it("let a web page read failures as well", async () => {
    const { id } = await makeIntent(await makeMerchant());
    const intents = `${PUBLIC}/payment-intents`;
    for (const [path, status] of [
      [`${intents}/${crypto.randomUUID()}`, 404],
      [`${intents}/abc/qr.svg`, 404],
      [`${intents}/${id}/qr.png?size=1`, 400],
      [`${PUBLIC}/merchants?limit=0`, 400],
    ] as const) {
      const response = await ask("GET", path);
      expect([path, response.status]).toEqual([path, status]);
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    }
  });

  it.each(routes().filter(isPublic))("accept the preflight of %s", async (route) => {
    const response = await ask("OPTIONS", exampleOf(route)[1], PREFLIGHT);
    expect(response.status).toBe(204);
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(response.headers.get("Access-Control-Allow-Methods")).toMatch(/\bGET\b/);
    expect(response.headers.get("Access-Control-Allow-Headers")?.toLowerCase()).toContain("if-none-match");
    expect(response.headers.has("Access-Control-Allow-Credentials")).toBe(false);
  });
});

describe("every other route", () => {
  it.each(routes().filter((route) => !isPublic(route)))("is closed to web pages: %s", async (route) => {
    const [method, path] = exampleOf(route);
    expect(corsHeaders(await ask(method, path))).toEqual([]);
    expect(
      corsHeaders(await ask("OPTIONS", path, { ...PREFLIGHT, "Access-Control-Request-Method": method })),
    ).toEqual([]);
  });

  it("is closed even on an unknown path", async () => {
    expect(corsHeaders(await ask("GET", "/nothing"))).toEqual([]);
    expect(corsHeaders(await ask("OPTIONS", "/nothing", PREFLIGHT))).toEqual([]);
    expect(corsHeaders(await ask("GET", `${MERCHANT_API}/publicly`))).toEqual([]);
  });
});

// A sandbox responds to its own host names alone: a website could rebind a name of its own to the developer's machine.

const send = (url: string, init: RequestInit = {}) =>
  worker.fetch(new Request(url, init), env, createExecutionContext());

describe.skipIf(inject("isProcess"))("a sandbox", () => {
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

describe.skipIf(inject("isProcess"))("live", () => {
  it("relies on its route", async () => {
    const live = { ...env, ...LIVE_VARIABLES } as Env;
    const request = new Request("https://other.test/health");
    expect((await liveWorker.fetch(request, live, createExecutionContext())).status).toBe(200);
  });
});
