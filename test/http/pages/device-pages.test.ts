import { exports } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { BASE_URL } from "../../support/api.ts";
import { deps } from "../../support/seeds.ts";

const open = async (path: string, language = "en") =>
  await exports.default.fetch(BASE_URL + path, { headers: { "Accept-Language": language } });

const PAGES = [
  { path: "/pos", name: "pos", framedBy: "'none'" },
  { path: "/pos/pair", name: "pos", framedBy: "'none'" },
  { path: "/pos/customer", name: "pos", framedBy: "'none'" },
  { path: "/wallet", name: "wallet", framedBy: "'self'" },
  { path: "/desk", name: "desk", framedBy: "'none'" },
  { path: "/desk/pair", name: "desk", framedBy: "'none'" },
];

/** They have the till's style, and nothing to install. */
const DESK_FILES = ["/pages/desk.js", "/pages/favicon.svg", "/pages/pos.css"];

describe.each(PAGES)("GET $path", ({ path, name, framedBy }) => {
  it("lets a browser load nothing but the service's own files, and runs nothing in the page itself", async () => {
    const response = await open(path);
    const policy = response.headers.get("Content-Security-Policy");
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
    expect(policy).not.toContain("unsafe");
    expect(policy).toContain(`frame-ancestors ${framedBy};`);
    const html = await response.text();
    expect(html).not.toMatch(/ style=| on\w+=|<style|javascript:/);
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = ""]) => url);
    const files = [
      "/pages/favicon.svg",
      `/pages/${name}-icon.png`,
      `/pages/${name}.css`,
      `/pages/${name}.js`,
      `/pages/${name}.webmanifest`,
    ];
    expect(loaded.sort()).toEqual(name === "desk" ? DESK_FILES : files);
  });

  it("says which language the browser prefers", async () => {
    expect(await (await open(path, "ar")).text()).toContain('<html lang="ar" dir="rtl">');
  });
});

describe("GET /wallet in live", () => {
  const config = deps.config as { environment: string };
  afterEach(() => {
    config.environment = "sandbox";
  });

  it("offers no play money, and is framed by nobody", async () => {
    expect(await (await open("/wallet")).text()).toContain("data-sandbox");
    config.environment = "live";
    const response = await open("/wallet");
    expect(response.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    expect(await response.text()).not.toContain("data-sandbox");
  });
});
