// The adapter with a mistake in its source, bundled from what is in src/ now.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "esbuild";
import type { createFormanceLedger } from "../../../src/adapters/ledger-formance.ts";
import type { Mistake } from "./mistakes.ts";

const SOURCES = join(import.meta.dirname, "../../../src");

/** Throws when a patch no longer fits the source. */
export async function loadMistaken({ patches }: Mistake): Promise<typeof createFormanceLedger> {
  const { outputFiles } = await build({
    entryPoints: [join(SOURCES, "adapters/ledger-formance.ts")],
    bundle: true,
    format: "esm",
    write: false,
    plugins: [
      {
        name: "mistake",
        setup: ({ onLoad }) =>
          onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => ({ contents: patched(path), loader: "ts" })),
      },
    ],
  });
  const [bundle] = outputFiles;
  const module = await import(
    `data:text/javascript;base64,${Buffer.from(bundle?.contents ?? "").toString("base64")}`
  );
  return module.createFormanceLedger;

  function patched(path: string): string {
    let source = readFileSync(path, "utf8");
    for (const [file, find, replace] of patches) {
      if (relative(SOURCES, path) !== file) continue;
      if (source.split(find).length !== 2) throw new Error(`${file} has not exactly one: ${find}`);
      source = source.replace(find, () => replace);
    }
    return source;
  }
}
