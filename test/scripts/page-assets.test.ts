// What the checkout page loads. In Node, with the bundler of the build.
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { bundlePages } from "../../src/scripts/page-assets.ts";

const BYTES_MAX = 10 * 1024;

let files: Map<string, string>;
beforeAll(async () => {
  files = await bundlePages();
});

/** The rules in such a block have no blocks of their own. */
const WHERE_MOTION_IS_WELCOME =
  /@media ?\(prefers-reduced-motion: ?no-preference\) ?\{(?:[^{}]*\{[^{}]*\})*\}/g;
const MOTION = /\b(?:animation|transition|scroll-behavior)\b[^;}]*/;

describe("the style sheets", () => {
  it.each(["pages", "dashboard", "pos", "stage"])("of %s move nothing for people who prefer that", (name) => {
    const sheet = files.get(`/pages/${name}.css`) ?? "";
    expect(sheet).toMatch(MOTION);
    expect(sheet.replaceAll(WHERE_MOTION_IS_WELCOME, "").match(MOTION)).toBeNull();
  });
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
