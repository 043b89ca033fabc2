// Lets Node load what it cannot read by itself, the pages' JSX and SQL as text: for `node --import`, or to be imported first.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

const LOADERS: Record<string, "tsx" | "text"> = { ".tsx": "tsx", ".sql": "text" };

registerHooks({
  load(url, context, next) {
    const loader = LOADERS[extname(url)];
    if (loader === undefined) return next(url, context);
    const options = {
      loader,
      format: "esm",
      jsx: "automatic",
      jsxImportSource: "hono/jsx",
      tsconfigRaw: {},
    } as const;
    const { code } = transformSync(readFileSync(fileURLToPath(url), "utf8"), options);
    return { format: "module", source: code, shortCircuit: true };
  },
});
