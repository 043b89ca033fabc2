// The pages' style sheet and scripts, as browsers get them. Their names never change, so that a page of one release works
// with the files of the next; browsers ask each time whether they have changed.
import { build } from "esbuild";
import { LANGUAGES } from "../pages/languages.ts";

const ENTRY_POINTS = [
  { in: "src/assets/pages.css", out: "pages" },
  { in: "src/pages/browser/checkout.ts", out: "checkout" },
  { in: "src/pages/browser/set-up.ts", out: "set-up" },
  { in: "src/assets/dashboard.css", out: "dashboard" },
  { in: "src/pages/browser/dashboard.ts", out: "dashboard" },
  { in: "src/assets/start.css", out: "start" },
  { in: "src/assets/stage.css", out: "stage" },
  { in: "src/pages/browser/stage/main.ts", out: "stage" },
  { in: "src/assets/pos.css", out: "pos" },
  { in: "src/pages/browser/pos.ts", out: "pos" },
  // In the till's style and texts.
  { in: "src/pages/browser/desk.ts", out: "desk" },
  // The wallet's too, under the name that open tills ask for.
  { in: "src/pages/browser/kit/camera.ts", out: "pos-camera" },
  { in: "src/pages/browser/pos/service-worker.ts", out: "pos-worker" },
  { in: "src/assets/wallet.css", out: "wallet" },
  { in: "src/pages/browser/wallet/main.ts", out: "wallet" },
  { in: "src/pages/browser/wallet/service-worker.ts", out: "wallet-worker" },
  // Texts are a file per language: a browser loads only its own.
  ...LANGUAGES.flatMap((language) => [
    { in: `src/pages/browser/dashboard/messages/${language}.ts`, out: `dashboard-${language}` },
    { in: `src/pages/browser/pos/texts/${language}.ts`, out: `pos-${language}` },
    { in: `src/pages/browser/stage/texts/${language}.ts`, out: `stage-${language}` },
    { in: `src/pages/browser/wallet/texts/${language}.ts`, out: `wallet-${language}` },
  ]),
];

export async function bundlePages(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: ENTRY_POINTS,
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
