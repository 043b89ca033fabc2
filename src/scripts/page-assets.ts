// The pages' style sheet and scripts, as browsers get them. Their names never change, so that a page of one release works
// with the files of the next; browsers ask each time whether they have changed.
import { globSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { build } from "esbuild";
import type { PartAssets } from "../core/part-pages.ts";
import { LANGUAGES } from "../pages/languages.ts";

const ENTRY_POINTS = [
  ...["pages", "dashboard", "docs", "start", "stage", "pos", "wallet"].map((out) => ({
    in: `src/assets/${out}.css`,
    out,
  })),
  { in: "src/pages/browser/set-up.ts", out: "set-up" },
  // The wallet's too, under the name that open tills ask for.
  { in: "src/pages/browser/kit/camera.ts", out: "pos-camera" },
  ...textsIn("src/pages/browser/device/texts", "pos"),
  // A script to which several parts add something.
  ...globSync("src/main/pages/*.ts").map((path) => ({
    in: path,
    out: path.replace(/^.*[\\/](.+)\.ts$/, "$1"),
  })),
];

function textsIn(folder: string, out: string) {
  return LANGUAGES.map((language) => ({ in: `${folder}/${language}.ts`, out: `${out}-${language}` }));
}

async function entryPointsOfParts() {
  const paths = globSync("src/parts/*/assets.ts");
  const all = paths.map(async (path) => {
    const { assets }: { assets: PartAssets } = await import(resolve(path));
    const at = (file: string) => `${dirname(path)}/${file}`;
    const bundles = Object.entries(assets.bundles ?? {}).map(([out, file]) => ({ in: at(file), out }));
    return [
      ...bundles,
      ...Object.entries(assets.texts ?? {}).flatMap(([out, folder]) => textsIn(at(folder), out)),
    ];
  });
  return (await Promise.all(all)).flat();
}

export async function bundlePages(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: [...ENTRY_POINTS, ...(await entryPointsOfParts())],
    outdir: "/pages",
    bundle: true,
    minify: true,
    format: "esm",
    target: ["es2022", "chrome109", "firefox115", "safari16"],
    tsconfigRaw: {},
    write: false,
  });
  return new Map(outputFiles.map(({ path, text }) => [path.replaceAll("\\", "/").replace(/^\w:/, ""), text]));
}
