// What pages load. In Node, with the bundler of the build.
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { LANGUAGES } from "#pages/languages.ts";
import { bundlePages } from "#scripts/page-assets.ts";

const BYTES_MAX = 10 * 1024;
const WALLET_BYTES_MAX = 60 * 1024;

let files: Map<string, string>;
beforeAll(async () => {
  files = await bundlePages();
});

/** The rules in such a block have no blocks of their own. */
const WHERE_MOTION_IS_WELCOME =
  /@media ?\(prefers-reduced-motion: ?no-preference\) ?\{(?:[^{}]*\{[^{}]*\})*\}/g;
const MOTION = /\b(?:animation|transition|scroll-behavior)\b[^;}]*/;

describe("the style sheets", () => {
  it.each(["pages", "dashboard", "pos", "stage", "wallet"])(
    "of %s move nothing for people who prefer that",
    (name) => {
      const sheet = files.get(`/pages/${name}.css`) ?? "";
      expect(sheet).toMatch(MOTION);
      expect(sheet.replaceAll(WHERE_MOTION_IS_WELCOME, "").match(MOTION)).toBeNull();
    },
  );
});

describe("script and style of the checkout page", () => {
  it("take at most 10 KB, compressed", () => {
    const sizes = ["/pages/pages.css", "/pages/checkout.js"].map(
      (path) => gzipSync(files.get(path) ?? "").length,
    );
    expect(Math.min(...sizes)).toBeGreaterThan(500);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(BYTES_MAX);
  });

  it("load nothing else, and compile nothing", () => {
    for (const content of files.values())
      expect(content).not.toMatch(/@import|url\(|\beval\(|new Function|innerHTML/);
  });
});

it("has what parts add to the dashboard, which names no part itself", () => {
  const script = files.get("/pages/dashboard.js") ?? "";
  const texts = ["Balance adjusted", "Guthaben angepasst", "Merchant erased"];
  expect(texts.filter((text) => !script.includes(text))).toEqual([]);
});

describe("all that the wallet loads", () => {
  it("takes at most 60 KB in any language, compressed", () => {
    const names = ["wallet.css", "wallet.js", "wallet-worker.js", "pos-camera.js"];
    const sizeOf = (name: string) => gzipSync(files.get(`/pages/${name}`) ?? "").length;
    const texts = LANGUAGES.map((language) => sizeOf(`wallet-${language}.js`));
    const sizes = [...names.map(sizeOf), Math.max(...texts)];
    expect(Math.min(...sizes, ...texts)).toBeGreaterThan(500);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(WALLET_BYTES_MAX);
  });
});
