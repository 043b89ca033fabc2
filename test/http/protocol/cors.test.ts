// Any web page can read the public routes, and no other.
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { BASE_URL } from "../../support/api.ts";
import { makeIntent } from "../../support/intents.ts";
import { makeMerchant } from "../../support/parties.ts";
import { MERCHANT_API } from "../../support/paths.ts";
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
      expect(response.headers.get("Access-Control-Expose-Headers")).toContain("Server-Time");
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
