// The page of the dashboard, as the service sends it: its script shows the rest.
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { BASE_URL } from "../../../support/api.ts";
import { cookieOf } from "../../../support/sessions.ts";

async function open(path: string, accepted = "en") {
  const headers = { "Accept-Language": accepted, ...cookieOf("a".repeat(43)) };
  const response = await exports.default.fetch(BASE_URL + path, { headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

describe("GET /dashboard", () => {
  it("is the same page at every address below it", async () => {
    const { html } = await open("/dashboard");
    for (const path of [
      "/dashboard/",
      "/dashboard/payments/01a2045c",
      "/dashboard/webhooks/deliveries?status=failed",
    ])
      expect(await open(path)).toMatchObject({ status: 200, html });
  });

  it("leads whoever has no session to sign in, and back to the same view", async () => {
    const path = "/dashboard/webhooks/deliveries?status=failed&page=2";
    const response = await exports.default.fetch(BASE_URL + path, { redirect: "manual" });
    expect([response.status, response.headers.get("Location")]).toEqual([
      303,
      `/session/sign-in?to=${encodeURIComponent(path)}`,
    ]);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  it("lets a browser load nothing but the service's own files, and runs nothing in the page itself", async () => {
    const { headers, html } = await open("/dashboard");
    expect(headers.get("Content-Security-Policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    );
    expect(html).not.toMatch(/ style=| on\w+=|<style|javascript:/);
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = ""]) => url);
    expect(loaded).toEqual(["/pages/favicon.svg", "/pages/dashboard.css", "/pages/dashboard.js"]);
  });

  it("says whether webhooks may go to an http address", async () => {
    expect((await open("/dashboard")).html).toContain("data-accepts-http");
  });

  it("says which language the browser prefers", async () => {
    expect((await open("/dashboard", "ar")).html).toContain('<html lang="ar" dir="rtl">');
  });
});
