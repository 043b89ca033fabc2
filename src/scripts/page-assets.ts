// The pages' style sheet and scripts, as browsers get them. Their names never change, so that a page of one release works
// with the files of the next; browsers ask each time whether they have changed.
import { build } from "esbuild";

const ENTRY_POINTS = ["src/assets/pages.css", "src/pages/browser/checkout.ts"];

/** The minified files by path. */
export async function bundlePages(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: ENTRY_POINTS,
    outdir: "/pages",
    entryNames: "[name]",
    bundle: true,
    minify: true,
    format: "esm",
    target: ["es2022", "chrome109", "firefox115", "safari16"],
    tsconfigRaw: {},
    write: false,
  });
  return new Map(outputFiles.map(({ path, text }) => [path.replaceAll("\\", "/").replace(/^\w:/, ""), text]));
}
