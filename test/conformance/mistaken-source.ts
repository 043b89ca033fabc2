// Modules of src/ with a mistake in their source, bundled from what is there now.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "esbuild";

const SOURCES = join(import.meta.dirname, "../../src");

/** The file is in src/, and has the text once. */
export type Patch = readonly [file: string, find: string, replace: string];

/** By what somebody does who makes it: the requirements that name it, and the mistake itself. */
export type Mistakes = Record<string, [unmet: string, ...Patch[]]>;

/** What these files export. Throws when a patch no longer fits the source. */
export async function loadMistaken<Exports>(
  files: readonly string[],
  patches: readonly Patch[],
): Promise<Exports> {
  const { outputFiles } = await build({
    stdin: { contents: files.map((file) => `export * from "./${file}";`).join(""), resolveDir: SOURCES },
    bundle: true,
    format: "esm",
    write: false,
    plugins: [
      {
        name: "mistake",
        setup: ({ onLoad, onResolve }) => {
          // They are not bundled: it would take most of the time.
          onResolve({ filter: /^[a-z]/ }, ({ path }) => ({
            path: import.meta.resolve(path),
            external: true,
          }));
          onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => ({ contents: patched(path), loader: "ts" }));
        },
      },
    ],
  });
  const [bundle] = outputFiles;
  return await import(
    `data:text/javascript;base64,${Buffer.from(bundle?.contents ?? "").toString("base64")}`
  );

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
