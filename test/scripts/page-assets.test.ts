// What the checkout page loads. In Node, with the bundler of the build.
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { bundlePages } from "../../src/scripts/page-assets.ts";

const BYTES_MAX = 10 * 1024;

let files: Map<string, string>;
beforeAll(async () => {
  files = await bundlePages();
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
