import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { BASE_URL } from "../../support/api.ts";

const open = async (path: string, language = "en") =>
  await exports.default.fetch(BASE_URL + path, { headers: { "Accept-Language": language } });

describe.each(["/pos", "/pos/pair", "/pos/customer"])("GET %s", (path) => {
  it("lets a browser load nothing but the service's own files, and runs nothing in the page itself", async () => {
    const response = await open(path);
    const policy = response.headers.get("Content-Security-Policy");
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
    expect(policy).not.toContain("unsafe");
    const html = await response.text();
    expect(html).not.toMatch(/ style=| on\w+=|<style|javascript:/);
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = ""]) => url);
    expect(loaded.sort()).toEqual([
      "/pages/favicon.svg",
      "/pages/pos-icon.png",
      "/pages/pos.css",
      "/pages/pos.js",
      "/pages/pos.webmanifest",
    ]);
  });

  it("says which language the browser prefers", async () => {
    expect(await (await open(path, "ar")).text()).toContain('<html lang="ar" dir="rtl">');
  });
});
